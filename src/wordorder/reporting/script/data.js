/** The value that Python packed into the element with this id; null if there is no such element. */
export async function unpacked(id) {
  const element = document.getElementById(id);
  if (element === null) {
    return null;
  }
  const stream = new Blob([bytesOf(element.textContent)])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

function bytesOf(base64) {
  const characters = atob(base64);
  const bytes = new Uint8Array(characters.length);
  for (let place = 0; place < bytes.length; place += 1) {
    bytes[place] = characters.charCodeAt(place);
  }
  return bytes;
}
