#include "MainLoop.h"

#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>

int uti_union_open(void) { return epoll_create1(EPOLL_CLOEXEC); }

int uti_union_add(int union_, int member) {
  struct epoll_event event = {.events = EPOLLIN};
  return epoll_ctl(union_, EPOLL_CTL_ADD, member, &event);
}

int uti_union_remove(int union_, int member) {
  return epoll_ctl(union_, EPOLL_CTL_DEL, member, NULL);
}

int uti_union_wait(int union_, int milliseconds) {
  struct epoll_event event;
  return epoll_wait(union_, &event, 1, milliseconds);
}

int uti_timer_open(void) {
  return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
}

static struct timespec span(int64_t nanoseconds) {
  return (struct timespec){.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
}

int uti_timer_set(int timer, int64_t delay_nanoseconds, int64_t period_nanoseconds) {
  struct itimerspec times = {.it_interval = span(period_nanoseconds),
                             .it_value = span(delay_nanoseconds)};
  return timerfd_settime(timer, 0, &times, NULL);
}
