/* Plain table Q-learning, the yardstick of the learner's speed: no safe sets, no labels, no class counts, no record
 * of violations, episodes or convergence. Two scans over the actions a transition, as everyone writes it.
 * The tables are those of the level, but an action that is not allowed stays where it is, so every action may be
 * taken. N_ACTIONS is known to the compiler, which lets it unroll the scans. */
#include <stdint.h>

static uint64_t next_random(uint64_t *x)
{
    *x ^= *x >> 12;
    *x ^= *x << 25;
    *x ^= *x >> 27;
    return *x * UINT64_C(0x2545F4914F6CDD1D);
}

/* Makes n_transitions from *state on; *state and *rng go on from call to call. Gives the number of episodes. */
int64_t learn(double *q, const int32_t *next_state, const double *reward, const uint8_t *goal, int32_t start,
              int64_t n_transitions, int64_t episode_limit, double learning_rate, double discount, double epsilon,
              int32_t *state, uint64_t *rng)
{
    const uint64_t chance = (uint64_t)(epsilon * 9007199254740992.0);
    uint64_t x = *rng;
    int32_t s = *state;
    int64_t episodes = 0, steps = 0;
    for (int64_t t = 0; t < n_transitions; t++) {
        const double *row = q + (int64_t)s * N_ACTIONS;
        int action = 0;
        if (next_random(&x) >> 11 < chance) {
            action = (int)(((next_random(&x) >> 32) * N_ACTIONS) >> 32);
        } else {
            for (int k = 1; k < N_ACTIONS; k++)
                if (row[k] > row[action]) action = k;
        }
        const int64_t pair = (int64_t)s * N_ACTIONS + action;
        const int32_t arrived = next_state[pair];
        const double *ahead = q + (int64_t)arrived * N_ACTIONS;
        double best = ahead[0];
        for (int k = 1; k < N_ACTIONS; k++)
            if (ahead[k] > best) best = ahead[k];
        q[pair] += learning_rate * (reward[pair] + discount * best - q[pair]);
        s = arrived;
        if (goal[s] || ++steps == episode_limit) {
            s = start;
            steps = 0;
            episodes++;
        }
    }
    *state = s;
    *rng = x;
    return episodes;
}
