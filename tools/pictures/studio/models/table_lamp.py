from generators.lamp import table_lamp
from materials.pottery import ceramic
from materials.natural import wood
from shapes.curves import profile, spline

LIGHT = {'key': 0.85, 'fill_light': 0.8}
GOURD = [
    (0, 0),
    (4.6, 0),
    (5.0, 0.35),
    (5.1, 1.0),
    (6.6, 3.2),
    (7.4, 6.2),
    (6.6, 9.4),
    (4.2, 12.2),
    (2.1, 14.2),
    (1.4, 16.4),
    (1.5, 17.6),
]
COLUMN = [(0, 0), (7.6, 0, 0.3), (7.6, 2.2, 0.5), (2.6, 2.5, 0.5), (2.2, 9, 1), (2.2, 19.6, 0.4), (1.5, 19.8)]
PRODUCTS = {
    'alder-ceramic-table-lamp': {'base': 'gourd'},
    'lookout-oak-table-lamp': {'base': 'column'},
}


def build(base):
    if base == 'gourd':
        glaze = ceramic('#2F5D57', rough=0.1, unevenness=0.05)
        return table_lamp(spline(GOURD, 120), glaze, 17.6, 11.2, 9.4, 18.8, 32)
    oak = wood('#C89A63', '#8F6336', 0.9, 'Z')
    table_lamp(profile(COLUMN, steps=8), oak, 19.6, 9.6, 9.6, 21.0, 34, '#C9D3D6', '#AEBBC0', '#3A3D40')
