/* A fast loopback HTTP/1.1 server: one thread, epoll, a response prepared in advance.
 * usage: server
 * Prints its port and serves until the end of its standard input. URLs differing only in the query have equal responses.
 *   /small            1 KiB of JSON, fresh for an hour
 *   /slow?ms=100&...  the same after the given delay in milliseconds */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { BODY = 1024, CONNECTIONS = 4096, REQUEST = 8192 };

static struct {
  char request[REQUEST];
  int length;
  int64_t due; /* when to send the delayed response; 0 if there is none */
} connections[CONNECTIONS];
static char response[BODY + 256];
static int response_length, pending;

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void prepare(void) {
  char body[BODY + 1];
  int length = snprintf(body, sizeof body, "{\"items\":[");
  for (int i = 0; length < BODY - 64; i++)
    length += snprintf(body + length, sizeof body - length, "%s{\"id\":%d,\"title\":\"number %d\"}", i ? "," : "", i, i);
  length += snprintf(body + length, sizeof body - length, "],\"rest\":\"");
  while (length < BODY - 2) body[length++] = '.';
  memcpy(body + length, "\"}", 2);
  response_length = snprintf(response, sizeof response,
                             "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nCache-Control: max-age=3600\r\n"
                             "Content-Length: %d\r\n\r\n%.*s",
                             BODY, BODY, body);
}

static void end(int connection) {
  if (connections[connection].due) pending--;
  connections[connection].length = 0;
  connections[connection].due = 0;
  close(connection);
}

static void reply(int connection) {
  if (write(connection, response, response_length) != response_length) end(connection);
}

/* Responds to complete requests in order. A delayed response holds back the requests after it. */
static void serve(int connection) {
  char *request = connections[connection].request, *last;
  while (!connections[connection].due && (last = memmem(request, connections[connection].length, "\r\n\r\n", 4))) {
    int wait = strncmp(request, "GET /slow?ms=", 13) ? 0 : atoi(request + 13);
    connections[connection].length -= last + 4 - request;
    memmove(request, last + 4, connections[connection].length);
    if (wait > 0) {
      connections[connection].due = now() + wait * 1000LL;
      pending++;
    } else {
      reply(connection);
    }
  }
}

static void receive(int connection) {
  int *length = &connections[connection].length;
  ssize_t count = read(connection, connections[connection].request + *length, REQUEST - *length);
  if (count < 0 && errno == EAGAIN) return;
  if (count <= 0) {
    end(connection);
    return;
  }
  *length += count;
  serve(connection);
}

/* Milliseconds until the next response is due; -1 if there is none. */
static int settle(void) {
  int64_t next = INT64_MAX, moment = now();
  for (int i = 0; pending && i < CONNECTIONS; i++) {
    if (!connections[i].due) continue;
    if (connections[i].due <= moment) {
      connections[i].due = 0;
      pending--;
      reply(i);
      serve(i);
    } else if (connections[i].due < next) {
      next = connections[i].due;
    }
  }
  return next == INT64_MAX ? -1 : (int)((next - moment + 999) / 1000);
}

int main(void) {
  prepare();
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), queue = epoll_create1(EPOLL_CLOEXEC), on = 1;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 1024)) return 1;
  getsockname(listener, (struct sockaddr *)&address, &size);
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  epoll_ctl(queue, EPOLL_CTL_ADD, listener, &(struct epoll_event){.events = EPOLLIN, .data.fd = listener});
  epoll_ctl(queue, EPOLL_CTL_ADD, 0, &(struct epoll_event){.events = EPOLLIN, .data.fd = 0});
  for (;;) {
    struct epoll_event events[64];
    int count = epoll_wait(queue, events, 64, settle());
    for (int i = 0; i < count; i++) {
      int source = events[i].data.fd;
      if (source == 0) return 0;
      if (source != listener) {
        receive(source);
        continue;
      }
      int connection = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (connection >= CONNECTIONS) close(connection);
      if (connection < 0 || connection >= CONNECTIONS) continue;
      setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      epoll_ctl(queue, EPOLL_CTL_ADD, connection, &(struct epoll_event){.events = EPOLLIN, .data.fd = connection});
    }
  }
}
