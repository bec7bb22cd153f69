"""Insulated steel bottle: body, shoulder, cap."""

from materials.metals import brushed
from shapes.curves import profile
from shapes.solids import lathe


def bottle(paint, bare='#C9CBCD'):
    """Painted body on a bare foot; returns the height at which the neck ends."""
    steel = brushed(bare, 0.3, 'v')
    lathe(profile([(0, 0), (3.55, 0, 0.3), (3.7, 0.55, 0.2), (3.7, 1.0)], steps=8), steel)
    lathe(
        profile(
            [(3.7, 0.9), (3.82, 1.0, 0.1), (3.82, 17.6, 2.0), (2.55, 20.6, 1.0), (2.5, 21.3, 0.1), (2.3, 21.4)],
            steps=10,
        ),
        paint,
    )
    lathe(profile([(2.3, 21.2), (2.3, 22.2)]), steel)
    return 21.6
