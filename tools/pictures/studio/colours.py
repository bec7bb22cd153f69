"""Colours: models name them as '#RRGGBB', the scene works in linear light."""

TINTS = {
    'electronics': '#DCE6EF',
    'fashion': '#F0DDE2',
    'home-and-garden': '#E0EAD8',
    'sports-and-fitness': '#F6E3D2',
}


def linear(colour):
    """'#RRGGBB' as a linear RGB tuple; a tuple stays as it is."""
    if not isinstance(colour, str):
        return colour
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)


def mix(a, b, share):
    return tuple(x + (y - x) * share for x, y in zip(a, b))


def scaled(colour, factor):
    return tuple(min(1, c * factor) for c in colour)
