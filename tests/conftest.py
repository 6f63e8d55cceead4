"""How hard Hypothesis tries: `pytest --hypothesis-profile=thorough` before a release."""

import os

from hypothesis import settings

# Machines are noisy, so no example is failed for being slow. At a desk the fast part of the suite
# must stay a matter of a minute; elsewhere there is time for more.
settings.register_profile("everyday", deadline=None, max_examples=20)
settings.register_profile("ci", deadline=None, max_examples=60)
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile("ci" if os.environ.get("CI") else "everyday")
