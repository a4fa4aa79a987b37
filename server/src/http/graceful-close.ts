import { Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How long open connections may bring one more request, whose answer ends them. */
const LAST_REQUEST_MS = 500
const ENDS_WITHIN_MS = 5_000
const LOOK_AGAIN_MS = 10

/**
 * Closes without dropping requests: new connections are refused at once, while open ones get their answers, each
 * with `Connection: close`. What isn't answered after five seconds is cut off.
 */
export function closeGracefully(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const { server } = app
    if (!server.listening) return
    const connections = () =>
      new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count ?? 0)))
    // The HTTP server's own `close` would end idle connections, on which a request may be on its way.
    Server.prototype.close.call(server)
    const until = Date.now() + LAST_REQUEST_MS
    while (Date.now() < until && (await connections()) > 0) await pause(LOOK_AGAIN_MS)
    setTimeout(() => server.closeAllConnections(), ENDS_WITHIN_MS).unref()
  })
}
