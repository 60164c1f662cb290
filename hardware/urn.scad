// The ballot urn: a box, a head with the letterbox and the ramp's rails, and the ramp with the reader under it.
//
// A ballot (a token or a small card with a tag) is pushed flat through the letterbox, slides down the ramp over the
// antenna, crosses the beam at the ramp's lower edge, and falls into the box. The ramp is so flat that every ballot
// lies at least 150 ms before the reader, and so steep that none stays there: both are asserted below, from `grips`.
//
//   openscad -D 'part="ramp"' -o ramp.stl urn.scad        part = "box", "head", "ramp" or "all" (to look at)
//
// Print box and head as they come (the head on its top), the ramp flat. No supports. All in millimetres and degrees.

part = "all";

// ---- ballots
ballot_width = 40;      // the widest: a token's diameter, a card's shorter side
ballot_height = 4;      // the thickest, with its tag
push = 0.15;            // m/s left of the push of a hand behind the curtain
grips = [0.20, 0.40];   // friction of the slipperiest and of the most sticky ballot on the ramp (card on PLA: 0.3)

// ---- the ramp
slope = 27;
antenna = 62;           // how long the field is that a ballot crosses
lead = 16;              // before it, with the curtain that brakes
hold = 0.150;           // seconds that each ballot must lie before the reader

// ---- the reader: an RC522 board, antenna towards the ballots
board = [60, 40, 3];
skin = 0.8;             // of the ramp between antenna and ballots; beyond 15 nothing is read
plate = 1.6;            // the rest of the ramp

// ---- the box
wall = 2.4;
depth = 70;             // of the box below the head
play = 1.5;
beam_hole = 3.2;        // for a 3 mm break-beam pair
beam_over = 1.5;        // its middle above the ramp
switch_hole = 3;        // for the screw of a lid switch on the box's rim
curtain = [1.2, 8];     // the slot from which a strip of felt hangs before the antenna, and its width

run = lead + antenna;
inner_width = max(ballot_width + 2 * play, board.y + 2 * play + 2);
mouth = [ballot_height + 2, ballot_width + 2 * play];
ramp_x = run * cos(slope);
ramp_z = run * sin(slope);
well = ballot_width + 8;                     // where it falls
length = ramp_x + well + 2 * wall;
width = inner_width + 2 * wall;
height = ramp_z + mouth.x + 18 + wall;       // of the head
top_z = height - wall - mouth.x - 6;         // of the ramp's upper face at the letterbox

// How long a ballot needs over the antenna, in seconds: it starts with the push, and is drawn and braked by the slope.
function pull(grip) = 9.81 * (sin(slope) - grip * cos(slope));
function dwell(grip) = (-push + sqrt(push * push + 2 * pull(grip) * antenna / 1000)) / pull(grip);
for (grip = grips) {
    assert(pull(grip) > 0.3, "the ramp is too flat: a ballot would stay on it");
    assert(dwell(grip) >= hold, str("the ramp is too steep: ", dwell(grip), " s before the reader"));
}
assert(skin < plate && plate <= 15, "the antenna is too far");
echo(dwell_s = [for (grip = grips) dwell(grip)], outside = [length, width, height + depth]);

module box() {
    difference() {
        cube([length, width, depth]);
        translate([wall, wall, wall]) cube([length - 2 * wall, width - 2 * wall, depth]);
        translate([length - wall - 1, width / 2, depth - 8]) rotate([0, 90, 0])
            cylinder(d = switch_hole, h = wall + 2, $fn = 24);
        translate([length - wall - 1, 8, wall + 6]) rotate([0, 90, 0]) cylinder(d = 8, h = wall + 2, $fn = 32); // cables
    }
    // A rim inside, on which the head sits.
    translate([wall, wall, depth - 3]) difference() {
        cube([length - 2 * wall, width - 2 * wall, 6]);
        translate([1.6, 1.6, -1]) cube([length - 2 * wall - 3.2, width - 2 * wall - 3.2, 8]);
    }
}

module along_ramp() { translate([wall, 0, top_z]) rotate([0, slope, 0]) children(); }

module head() {
    difference() {
        cube([length, width, height]);
        translate([wall, wall, -1]) cube([length - 2 * wall, width - 2 * wall, height - wall + 1]);
        // the letterbox
        translate([-1, (width - mouth.y) / 2, top_z]) cube([wall + 2, mouth.y, mouth.x]);
        // the beam, across the ramp's lower edge
        along_ramp() translate([run - 2, -1, beam_over]) rotate([-90, 0, 0])
            cylinder(d = beam_hole, h = width + 2, $fn = 24);
        // the curtain, from above
        translate([wall + lead * cos(slope) - curtain.y / 2, (width - mouth.y) / 2, height - wall - 1])
            cube([curtain.x, mouth.y, wall + 2]);
    }
    // Rails: the ramp is pushed up on them from below; a drop of hot glue at its upper end holds it.
    for (y = [wall, width - wall - 1.4]) along_ramp() translate([2, y, -plate - 3]) cube([run - 4, 1.4, 3]);
}

module ramp() {
    across = inner_width - 0.6;
    difference() {
        union() {
            cube([run, across, plate]);
            for (y = [0, across - 1.2]) translate([0, y, 0])                // guides; the beam passes behind their ends
                cube([run - 6, 1.2, plate + ballot_height]);
        }
        // A bed for the board from below: four drops of hot glue hold it there.
        translate([lead + (antenna - board.x) / 2 - 0.3, (across - board.y) / 2 - 0.3, -1])
            cube([board.x + 0.6, board.y + 0.6, 1 + plate - skin]);
    }
}

if (part == "box") box();
if (part == "head") translate([0, width, height]) rotate([180, 0, 0]) head();
if (part == "ramp") ramp();
if (part == "all") {
    box();
    translate([0, 0, depth + 4]) {
        %head();
        along_ramp() translate([0, wall + 0.3, -plate]) ramp();
    }
}
