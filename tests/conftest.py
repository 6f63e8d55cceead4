"""How hard Hypothesis tries: `pytest --hypothesis-profile=thorough` before a release."""

from hypothesis import settings

# Machines are noisy, so no example is failed for being slow.
settings.register_profile("everyday", deadline=None, max_examples=50)
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile("everyday")
