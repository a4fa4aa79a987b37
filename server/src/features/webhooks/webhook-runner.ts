import { forEverySite } from '../sites/every-site.ts'
import { listDue, sendDue } from './send-due.ts'
import { spreadLog } from './spread-log.ts'
import type { WebhookKit } from './webhook-endpoints.service.ts'

/** How often this process looks into the log. */
const LOOK_EVERY_MS = 2_000

export type WebhookRunner = {
  start(): void
  /** Calls off what is being sent; it is sent again by whoever looks next. */
  stop(): Promise<void>
}

/** Sends what happens to the endpoints of all sites, each in a lane of its own: a slow one holds back no other. */
export function makeWebhookRunner(kit: WebhookKit, onError: (cause: unknown) => void): WebhookRunner {
  const lanes = new Map<string, Promise<void>>()
  const stopped = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()

  const open = (siteId: number, endpointId: number) => {
    const key = `${siteId}:${endpointId}`
    if (lanes.has(key)) return
    const lane = sendDue(kit, siteId, endpointId, stopped.signal)
      .catch(onError)
      .finally(() => lanes.delete(key))
    lanes.set(key, lane)
  }
  const look = async () => {
    await forEverySite(kit.pool, async ({ id: siteId }) => {
      if (stopped.signal.aborted) return
      await spreadLog(kit, siteId)
      for (const endpointId of await listDue(kit, siteId)) open(siteId, endpointId)
    })
  }
  const lookAndWait = () => {
    looking = look()
      .catch(onError)
      .finally(() => {
        if (!stopped.signal.aborted) timer = setTimeout(lookAndWait, LOOK_EVERY_MS).unref()
      })
  }

  return {
    start: lookAndWait,
    async stop() {
      stopped.abort()
      clearTimeout(timer)
      await looking
      await Promise.all(lanes.values())
    },
  }
}

/** All that is due on one site, at once: for tests, which do not wait. */
export async function sendAllDue(kit: WebhookKit, siteId: number): Promise<void> {
  await spreadLog(kit, siteId)
  const due = await listDue(kit, siteId)
  await Promise.all(due.map((id) => sendDue(kit, siteId, id, new AbortController().signal)))
}
