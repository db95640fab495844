// SPDX-License-Identifier: MIT OR Apache-2.0
#include "router.h"

#include "platform.h"
#include <stddef.h>

static void routes_must(const char *what, int error) {
  if (error != 0) platform_fatal(what, error);
}

static void lock_to_read(ipc_router *router) { routes_must("rdlock", pthread_rwlock_rdlock(&router->lock)); }
static void lock_to_write(ipc_router *router) { routes_must("wrlock", pthread_rwlock_wrlock(&router->lock)); }
static void unlock_routes(ipc_router *router) { routes_must("rwlock_unlock", pthread_rwlock_unlock(&router->lock)); }

void router_start(ipc_router *router) {
  routes_must("rwlock_init", pthread_rwlock_init(&router->lock, NULL));
  router->count = 0;
}

void router_stop(ipc_router *router) { routes_must("rwlock_destroy", pthread_rwlock_destroy(&router->lock)); }

static ipc_route *find_route(ipc_router *router, uint16_t id) {
  for (unsigned i = 0; i < router->count; i++)
    if (router->routes[i].id == id) return &router->routes[i];
  return NULL;
}

static ipc_status add_to_route(ipc_router *router, uint16_t id, uint32_t bit) {
  ipc_route *route = find_route(router, id);
  if (!route) {
    if (router->count == IPC_ROUTES) return IPC_NO_SPACE;
    route = &router->routes[router->count++];
    *route = (ipc_route){.id = id, .boxes = 0};
  }
  if (route->boxes & bit) return IPC_DUPLICATE;
  route->boxes |= bit;
  return IPC_OK;
}

ipc_status router_subscribe(ipc_router *router, uint16_t id, unsigned box) {
  if (box >= IPC_MAILBOXES) return IPC_BAD_ARGUMENT;
  lock_to_write(router);
  ipc_status status = add_to_route(router, id, UINT32_C(1) << box);
  unlock_routes(router);
  return status;
}

// A route without subscribers goes: the last one takes its place.
static ipc_status remove_from_route(ipc_router *router, ipc_route *route, uint32_t bit) {
  if (!route || !(route->boxes & bit)) return IPC_NOT_FOUND;
  route->boxes &= ~bit;
  if (route->boxes == 0) *route = router->routes[--router->count];
  return IPC_OK;
}

ipc_status router_unsubscribe(ipc_router *router, uint16_t id, unsigned box) {
  if (box >= IPC_MAILBOXES) return IPC_BAD_ARGUMENT;
  lock_to_write(router);
  ipc_status status = remove_from_route(router, find_route(router, id), UINT32_C(1) << box);
  unlock_routes(router);
  return status;
}

unsigned router_forget(ipc_router *router, unsigned box) {
  unsigned forgotten = 0;
  if (box >= IPC_MAILBOXES) return 0;
  lock_to_write(router);
  // From the back: what takes a removed route's place has been looked at.
  for (unsigned i = router->count; i-- > 0;)
    if (remove_from_route(router, &router->routes[i], UINT32_C(1) << box) == IPC_OK) forgotten++;
  unlock_routes(router);
  return forgotten;
}

static ipc_status deliver_to_all(uint32_t boxes, router_delivery deliver, void *context, unsigned *delivered) {
  ipc_status first_failure = IPC_OK;
  while (boxes != 0) {
    unsigned box = (unsigned)__builtin_ctz(boxes);
    boxes &= boxes - 1;
    ipc_status status = deliver(context, box);
    if (status == IPC_OK)
      ++*delivered;
    else if (first_failure == IPC_OK)
      first_failure = status;
  }
  return first_failure;
}

ipc_status router_publish(ipc_router *router, uint16_t id, router_delivery deliver, void *context,
                          unsigned *delivered) {
  *delivered = 0;
  lock_to_read(router);
  const ipc_route *route = find_route(router, id);
  uint32_t boxes = route ? route->boxes : 0;
#ifdef BUG_LATE_DELIVERY
  // "The table has been read, the lock is no longer needed." But a subscriber may leave now, and gets a
  // message after it was told that there will be none.
  unlock_routes(router);
#endif
  ipc_status status = boxes ? deliver_to_all(boxes, deliver, context, delivered) : IPC_NOT_FOUND;
#ifndef BUG_LATE_DELIVERY
  unlock_routes(router);
#endif
  return status;
}
