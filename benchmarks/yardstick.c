/* The yardstick: Go-Stop for three under the arcade3 rules, by uniform random players, in plain C.
 *
 * It stands beside the kernels so that their speed can be compared with what a C programmer gets
 * for one fixed rule set, with nothing to configure, nothing to record and nobody to ask. The
 * rules are those of sim/RULES.md with the values of sim/presets/arcade3.toml; the draws are those of
 * its section 11, from other random numbers than gostop's. tests/test_yardstick.py compares how its
 * games end with the kernels'.
 *
 * usage: yardstick GAMES SEED, prints one JSON document.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef uint64_t cards; /* bit 4 * (month - 1) + place in the month */

enum { SEATS = 3, HAND = 7, FLOOR = 6, PACK = 48, WIN_POINTS = 3 };
enum { STOP = 1, HIGHEST, NAGARI, CHONGTONG, FIVE_BRIGHTS, TRIPLE_PPEOK, FLOOR_FOUR, ENDINGS };
enum { FLIP_ONLY = 51, FIRST_BOMB = 52 };

#define MONTH 15ULL
#define LOWS 0x111111111111ULL
#define BIRD(month) (1ULL << 4 * ((month) - 1))
#define SECOND(month) (2ULL << 4 * ((month) - 1))
#define THIRD(month) (4ULL << 4 * ((month) - 1))
#define FOURTH(month) (8ULL << 4 * ((month) - 1))

#define RAIN BIRD(12)
#define BRIGHTS (BIRD(1) | BIRD(3) | BIRD(8) | BIRD(11) | RAIN)
#define CUP BIRD(9)
#define GODORI (BIRD(2) | BIRD(4) | SECOND(8))
#define ANIMALS                                                                                 \
    (GODORI | BIRD(5) | BIRD(6) | BIRD(7) | CUP | BIRD(10) | SECOND(12))
#define RED_DAN (SECOND(1) | SECOND(2) | SECOND(3))
#define BLUE_DAN (SECOND(6) | SECOND(9) | SECOND(10))
#define GRASS_DAN (SECOND(4) | SECOND(5) | SECOND(7))
#define RIBBONS (RED_DAN | BLUE_DAN | GRASS_DAN | THIRD(12))
#define DOUBLE_PI (SECOND(11) | FOURTH(12))
#define PI (((1ULL << PACK) - 1) & ~(BRIGHTS | ANIMALS | RIBBONS | DOUBLE_PI))

static inline int count(cards mask) { return __builtin_popcountll(mask); }
static inline int lowest(cards mask) { return __builtin_ctzll(mask); }
static inline cards low_bit(cards mask) { return mask & -mask; }
static inline int shift_of(int card) { return card & ~3; }
static inline int most(int a, int b) { return a > b ? a : b; }

static inline int nth(cards mask, int n) {
#ifdef __BMI2__
    return lowest(_pdep_u64(1ULL << n, mask));
#else
    while (n--) mask &= mask - 1;
    return lowest(mask);
#endif
}

/* wyrand (Wang Yi): one word of state, one wide multiplication a draw. */
static uint64_t state;

static inline uint64_t draw(void) {
    state += 0xA0761D6478BD642FULL;
    __uint128_t product = (__uint128_t)state * (state ^ 0xE7037ED1A0B428DBULL);
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

static inline int below(int n) { return (int)(((__uint128_t)draw() * n) >> 64); }

static inline int pick(cards mask) {
    cards rest = mask & (mask - 1);
    return rest ? nth(mask, below(count(mask))) : lowest(mask);
}

/* Months of which a mask has three or four, four, or exactly one, each by its lowest bit. */
static inline cards threes(cards mask) {
    cards a = mask, b = mask >> 1, c = mask >> 2, d = mask >> 3;
    return ((a & b & (c | d)) | (c & d & (a | b))) & LOWS;
}
static inline cards fours(cards mask) {
    return mask & mask >> 1 & mask >> 2 & mask >> 3 & LOWS;
}
static inline cards ones(cards mask) {
    return (mask ^ mask >> 1 ^ mask >> 2 ^ mask >> 3) & ~threes(mask) & LOWS;
}

typedef struct {
    cards hand, captured, piles, shaken;
    int flips, goes, last_go, sweeps, ppeoks, shakes, bombs, multiplier;
} seat_t;

typedef struct {
    seat_t seats[SEATS];
    cards floor, piles;
    uint8_t deck[PACK];
    int top, turns;
    int ending, winner, actor;
    int payment[SEATS];
} game_t;

typedef struct {
    long games, turns, endings[ENDINGS], winners[SEATS + 1], goes, payment[SEATS], square[SEATS];
} totals_t;

/* --- points ----------------------------------------------------------------------------------- */

static inline int pi_of(cards held) { return count(held & PI) + 2 * count(held & DOUBLE_PI); }
static inline int row(int have, int least) { return have >= least ? have - least + 1 : 0; }

static inline int bright_points(cards held) {
    static const int by_count[6] = {0, 0, 0, 3, 4, 15};
    int have = count(held & BRIGHTS);
    return have == 3 && held & RAIN ? 2 : by_count[have];
}

static inline int fixed_points(cards held) {
    int points = bright_points(held) + row(count(held & RIBBONS), 5);
    points += (held & GODORI) == GODORI ? 5 : 0;
    points += ((held & RED_DAN) == RED_DAN) * 3;
    points += ((held & BLUE_DAN) == BLUE_DAN) * 3;
    points += ((held & GRASS_DAN) == GRASS_DAN) * 3;
    return points;
}

static inline int cup_points(cards held, int as_pi) {
    return row(count(held & ANIMALS) - as_pi, 5) + row(pi_of(held) + 2 * as_pi, 10);
}

static inline int points_of(const seat_t *seat) {
    cards held = seat->captured;
    int best = cup_points(held, 0);
    if (held & CUP) best = most(best, cup_points(held, 1));
    return fixed_points(held) + best + seat->sweeps;
}

/* --- the settlement --------------------------------------------------------------------------- */

static int charge(const game_t *game, int winner, int as_pi, int *payment) {
    const seat_t *self = &game->seats[winner];
    cards held = self->captured;
    int points = fixed_points(held) + cup_points(held, as_pi) + self->sweeps;
    int common = self->multiplier << most(self->goes - 2, 0);
    if (count(held & ANIMALS) - as_pi >= 7) common *= 2;
    int base = (points + self->goes) * common, income = 0;
    for (int other = 0; other < SEATS; other++) {
        if (other == winner) continue;
        const seat_t *loser = &game->seats[other];
        int pi = pi_of(loser->captured) + (loser->captured & CUP ? 2 : 0);
        int share = base;
        if (bright_points(held) && !(loser->captured & BRIGHTS)) share *= 2;
        if (pi < 5) share *= 2;
        if (loser->goes) share *= 2;
        payment[other] = -share;
        income += share;
    }
    payment[winner] = income;
    return income;
}

static void win(game_t *game, int ending, int winner) {
    game->ending = ending;
    game->winner = game->actor = winner;
    int as_animal = charge(game, winner, 0, game->payment);
    if (game->seats[winner].captured & CUP) {
        int other[SEATS];
        if (charge(game, winner, 1, other) > as_animal) memcpy(game->payment, other, sizeof other);
    }
}

static void fixed(game_t *game, int ending, int winner, int actor, int each) {
    game->ending = ending;
    game->winner = winner;
    game->actor = actor;
    for (int seat = 0; seat < SEATS; seat++)
        game->payment[seat] = seat == actor ? each * (SEATS - 1) : -each;
}

/* --- the deal --------------------------------------------------------------------------------- */

static void shuffle(uint8_t *deck) {
    for (int card = 0; card < PACK; card++) deck[card] = (uint8_t)card;
    for (int here = 0; here < PACK - 1; here += 2) {
        /* One word serves two places; the bias is far below what a run could show. */
        uint64_t word = draw();
        int first = here + (int)((word >> 32) * (uint64_t)(PACK - here) >> 32);
        uint8_t kept = deck[first];
        deck[first] = deck[here];
        deck[here] = kept;
        int second = here + 1 + (int)((word & 0xFFFFFFFF) * (uint64_t)(PACK - here - 1) >> 32);
        kept = deck[second];
        deck[second] = deck[here + 1];
        deck[here + 1] = kept;
    }
}

static void deal(game_t *game) {
    memset(game->seats, 0, sizeof game->seats);
    do {
        shuffle(game->deck);
        int place = 0;
        for (int seat = 0; seat < SEATS; seat++) {
            cards hand = 0;
            for (int card = 0; card < HAND; card++) hand |= 1ULL << game->deck[place++];
            game->seats[seat].hand = hand;
        }
        game->floor = 0;
        for (int card = 0; card < FLOOR; card++) game->floor |= 1ULL << game->deck[place++];
        game->top = place;
    } while (fours(game->floor));
    game->piles = threes(game->floor);
    game->ending = game->turns = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        game->payment[seat] = 0;
        game->seats[seat].last_go = WIN_POINTS - 1;
        game->seats[seat].multiplier = 1;
    }
    for (int seat = 0; seat < SEATS; seat++)
        if (fours(game->seats[seat].hand)) {
            fixed(game, CHONGTONG, seat, seat, 7);
            return;
        }
}

/* --- a turn ----------------------------------------------------------------------------------- */

/* Take a pile of three; the pi to steal from each opponent. */
static inline int eat(game_t *game, seat_t *self, cards month) {
    int own = (self->piles & month) != 0;
    game->piles &= ~month;
    for (int seat = 0; seat < SEATS; seat++) game->seats[seat].piles &= ~month;
    return own ? 2 : 1;
}

/* Let a card lie, or take what it matches; `target` is what it takes. */
static inline cards land(game_t *game, seat_t *self, int card, cards target, int last, int *steals) {
    cards own = 1ULL << card;
    if (!target) {
        game->floor |= own;
        return 0;
    }
    game->floor &= ~target;
    if (count(target) == 3) {
        int pi = eat(game, self, 1ULL << shift_of(card));
        if (!last) *steals += pi;
    }
    return own | target;
}

static inline void steal(game_t *game, int thief, int steals) {
    for (int other = 0; other < SEATS; other++) {
        if (other == thief) continue;
        cards *from = &game->seats[other].captured;
        for (int step = 0; step < steals; step++) {
            cards given = *from & PI ? low_bit(*from & PI) : low_bit(*from & DOUBLE_PI);
            *from ^= given;
            game->seats[thief].captured |= given;
        }
    }
}

static void turn(game_t *game, int seat) {
    seat_t *self = &game->seats[seat];
    cards options = self->hand, bombs = threes(self->hand) & ones(game->floor), taken = 0;
    int steals = 0, shift = 63, card = -1;
    cards target = 0;
    if (self->flips) options |= 1ULL << FLIP_ONLY;
    while (bombs) {
        options |= 1ULL << (FIRST_BOMB + (lowest(bombs) >> 2));
        bombs &= bombs - 1;
    }
    int play = pick(options);
    if (play == FLIP_ONLY) {
        self->flips--;
    } else if (play >= FIRST_BOMB) {
        int month = 4 * (play - FIRST_BOMB);
        taken = MONTH << month;
        game->floor &= ~taken;
        self->hand &= ~taken;
        self->flips += 2;
        self->bombs++;
        if (!(self->shaken >> month & 1)) self->multiplier *= 2;
        steals = 1;
    } else {
        card = play;
        shift = shift_of(card);
        target = game->floor & MONTH << shift;
        if (!target && (threes(self->hand) & ~self->shaken) >> shift & 1 && draw() >> 63) {
            self->shaken |= 1ULL << shift;
            self->shakes++;
            self->multiplier *= 2;
        }
        if (count(target) == 2) {
            /* Two plain pi are the same in play, and nothing is drawn for them. */
            int same = (target & PI) == target;
            target = same ? low_bit(target) : 1ULL << pick(target);
        }
        self->hand ^= 1ULL << card;
    }

    int turned = game->deck[game->top++];
    int last = !self->hand && !self->flips;
    if (shift_of(turned) == shift) {
        cards here = game->floor & MONTH << shift, both = 1ULL << card | 1ULL << turned;
        int matches = count(here);
        if (matches == 1 && !last) {
            game->floor |= both;
            game->piles |= 1ULL << shift;
            self->piles |= 1ULL << shift;
            self->ppeoks++;
        } else {
            game->floor &= ~here;
            taken |= here | both;
            if (matches != 1 && !last) steals += 1;
        }
    } else {
        if (card >= 0) taken |= land(game, self, card, target, last, &steals);
        cards found = game->floor & MONTH << shift_of(turned);
        if (count(found) == 2)
            found = (found & PI) == found ? low_bit(found) : 1ULL << pick(found);
        taken |= land(game, self, turned, found, last, &steals);
    }

    game->turns++;
    if (self->ppeoks == 3) {
        fixed(game, TRIPLE_PPEOK, -1, seat, -7);
        return;
    }
    if (!taken) return;
    if (!game->floor && !last) self->sweeps++;
    self->captured |= taken;
    if (steals) steal(game, seat, steals);
    int points = points_of(self);
    if (points > self->last_go) {
        if (last || !(draw() >> 63)) {
            win(game, STOP, seat);
        } else {
            self->goes++;
            self->last_go = points;
        }
    }
}

static void exhaust(game_t *game, int last) {
    int best = WIN_POINTS - 1, winner = -1;
    for (int step = 0; step < SEATS; step++) {
        int seat = (last + step) % SEATS, points = points_of(&game->seats[seat]);
        if (points > best) {
            best = points;
            winner = seat;
        }
    }
    if (winner >= 0) {
        win(game, HIGHEST, winner);
    } else {
        game->ending = NAGARI;
        game->winner = game->actor = -1;
    }
}

static void play(game_t *game) {
    deal(game);
    int seat = 0;
    while (!game->ending) {
        turn(game, seat);
        if (game->ending) return;
        int last = seat, tried = 0;
        do {
            seat = seat == SEATS - 1 ? 0 : seat + 1;
        } while (!game->seats[seat].hand && !game->seats[seat].flips && ++tried < SEATS);
        if (tried == SEATS) exhaust(game, last);
    }
}

static void add(totals_t *totals, const game_t *game) {
    totals->games++;
    totals->turns += game->turns;
    totals->endings[game->ending]++;
    totals->winners[game->winner + 1]++;
    if (game->winner >= 0) totals->goes += game->seats[game->winner].goes;
    for (int seat = 0; seat < SEATS; seat++) {
        totals->payment[seat] += game->payment[seat];
        totals->square[seat] += (long)game->payment[seat] * game->payment[seat];
    }
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: yardstick GAMES SEED\n");
        return 2;
    }
    long games = atol(argv[1]);
    state = strtoull(argv[2], NULL, 10);
    static game_t game;
    totals_t totals = {0};
    struct timespec began, ended;
    clock_gettime(CLOCK_MONOTONIC, &began);
    for (long number = 0; number < games; number++) {
        play(&game);
        add(&totals, &game);
    }
    clock_gettime(CLOCK_MONOTONIC, &ended);
    double seconds = (double)(ended.tv_sec - began.tv_sec) + 1e-9 * (double)(ended.tv_nsec - began.tv_nsec);
    printf("{\"games\": %ld, \"seconds\": %.6f, \"turns\": %ld, \"goes\": %ld, \"endings\": [", totals.games,
           seconds, totals.turns, totals.goes);
    for (int ending = 1; ending < ENDINGS; ending++)
        printf("%s%ld", ending > 1 ? ", " : "", totals.endings[ending]);
    printf("], \"winners\": [%ld, %ld, %ld, %ld], \"payment\": [%ld, %ld, %ld], \"square\": [%ld, %ld, %ld]}\n",
           totals.winners[0], totals.winners[1], totals.winners[2], totals.winners[3], totals.payment[0],
           totals.payment[1], totals.payment[2], totals.square[0], totals.square[1], totals.square[2]);
    return 0;
}
