// Texts whose contrast with what is behind them is below the level AA of the WCAG.
() => {
  const brush = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const colour = (text) => {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = text;
    brush.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = brush.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = (front, back) => [0, 1, 2].map((k) => front[k] * front[3] + back[k] * (1 - front[3]));
  const above = (element) => (element ? [...above(element.parentElement), element] : []);
  const ground = (element) =>
    above(element).reduce((back, one) => over(colour(getComputedStyle(one).backgroundColor), back), [255, 255, 255]);
  const linear = (part) => (part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([red, green, blue]) =>
    0.05 + 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  const weak = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const shown = element.checkVisibility({ opacityProperty: true }) && !element.closest("script, style, noscript");
    if (!shown || texts.currentNode.textContent.trim() === "" || element.getAttribute("opacity") === "0") {
      continue; // Vega hides labels that overlap
    }
    const style = getComputedStyle(element);
    const back = ground(element.closest("svg")?.parentElement ?? element);
    const front = over(colour(element.closest("svg") ? style.fill : style.color), back);
    const [light, dark] = [luminance(front), luminance(back)].sort((one, other) => other - one);
    if (light / dark < 4.5) {
      weak.push(`${element.tagName} ${element.getAttribute("class")}: ${texts.currentNode.textContent}`);
    }
  }
  return weak;
}
