/// Descriptors that become readable when a main loop has work (epoll and timers).
#ifndef UTI_MAIN_LOOP_H
#define UTI_MAIN_LOOP_H

#include <stdint.h>

/// epoll_create1(2), closed on exec.
int uti_union_open(void);

/// EPOLL_CTL_ADD: the union is readable while the member is readable.
int uti_union_add(int union_, int member);

/// EPOLL_CTL_DEL.
int uti_union_remove(int union_, int member);

/// epoll_wait(2): the number of readable members, of which one is counted.
int uti_union_wait(int union_, int milliseconds);

/// timerfd_create(2) on the monotonic clock, closed on exec and never blocking.
int uti_timer_open(void);

/// timerfd_settime(2): makes the timer readable after a time, and again in each period.
///
/// Setting a timer also makes it unreadable. A delay of 0 stops it, and a period of 0 means once.
int uti_timer_set(int timer, int64_t delay_nanoseconds, int64_t period_nanoseconds);

#endif
