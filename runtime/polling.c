/* Waiting for descriptors, of which there are none: what is left is sleeping. */

#undef _FORTIFY_SOURCE
#define _GNU_SOURCE
#include <poll.h>
#include <semaphore.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

void __allways_refuse_descriptor(void);

/* Until a signal comes, and nobody sends one. */
static int wait_for_ever(void)
{
    sem_t never;
    sem_init(&never, 0, 0);
    for (;;)
        sem_wait(&never);
}

/* A cancellation point; time stands still. */
static int sleep_a_while(void)
{
    usleep(0);
    return 0;
}

int pause(void) { return wait_for_ever(); }

static void refuse_open(struct pollfd *list, nfds_t count)
{
    for (nfds_t i = 0; i < count; i++) {
        if (list[i].fd >= 0)
            __allways_refuse_descriptor();
        list[i].revents = 0;
    }
}

int poll(struct pollfd *list, nfds_t count, int milliseconds)
{
    refuse_open(list, count);
    return milliseconds < 0 ? wait_for_ever() : sleep_a_while();
}

int __poll_chk(struct pollfd *list, nfds_t count, int milliseconds, size_t room)
{
    return poll(list, count, milliseconds);
}

int ppoll(struct pollfd *list, nfds_t count, const struct timespec *time, const sigset_t *mask)
{
    refuse_open(list, count);
    return time ? sleep_a_while() : wait_for_ever();
}

static void refuse_chosen(int most, fd_set *set)
{
    for (int i = 0; set && i < most; i++)
        if (FD_ISSET(i, set))
            __allways_refuse_descriptor();
}

int select(int most, fd_set *in, fd_set *out, fd_set *other, struct timeval *time)
{
    refuse_chosen(most, in), refuse_chosen(most, out), refuse_chosen(most, other);
    return time ? sleep_a_while() : wait_for_ever();
}

int pselect(int most, fd_set *in, fd_set *out, fd_set *other, const struct timespec *time, const sigset_t *mask)
{
    refuse_chosen(most, in), refuse_chosen(most, out), refuse_chosen(most, other);
    return time ? sleep_a_while() : wait_for_ever();
}
