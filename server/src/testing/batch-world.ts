import { buffer } from 'node:stream/consumers'
import type { BatchFile } from '@laurel/domain/batch-status'
import type { BatchKit } from '../features/batches/batch-kit.ts'
import { batchHandlers } from '../features/batches/batches.jobs.ts'
import { makeBatch } from '../features/batches/print/make-batch.ts'
import { openSealed } from '../features/files/sealed-file.ts'
import { deliverySteps } from './delivery-world.ts'
import type { Answer, World } from './world.ts'

type Staff = Awaited<ReturnType<World['staff']>>

/** A test's steps in the print room. Jobs are run by hand, since there is no worker. */
export function printSteps(world: World) {
  const steps = deliverySteps(world)
  const kit: BatchKit = { ...world.kit, log: { warn: () => {}, error: () => {} } }
  const call = async (staff: Staff, method: string, path: string, body?: Record<string, unknown>) => {
    const answer = await staff.call(method, `/api/v1/office/${path}`, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body as Answer['body']
  }
  return {
    ...steps,
    kit,
    call,
    /** A batch of an approved order, its files made. */
    async ready(staff: Staff, kind: 'direct' | 'bulk', orderId: number) {
      const made = await call(staff, 'POST', 'batches/', { kind, order_id: orderId })
      await makeBatch(kit, staff.siteId, made.id)
      return call(staff, 'GET', `batches/${made.id}/`)
    },
    async printed(staff: Staff, kind: 'direct' | 'bulk', orderId: number) {
      const { id } = await this.ready(staff, kind, orderId)
      return call(staff, 'POST', `batches/${id}/printed/`, { seen_status: 'ready', seen_prints: 0 })
    },
    async mailed(staff: Staff, kind: 'direct' | 'bulk', orderId: number) {
      const { id } = await this.printed(staff, kind, orderId)
      return call(staff, 'POST', `batches/${id}/mailed/`, { seen_status: 'printed' })
    },
    async run(name: string, payload?: unknown) {
      await batchHandlers(kit)
        .find(({ job }) => job.name === name)!
        .run(payload as never)
    },
    make: async (batchId: number) => makeBatch(kit, (await steps.site()).id, batchId),
    async file(batchId: number, file: BatchFile): Promise<Buffer> {
      const row = await world.kit.pool
        .selectFrom('batch_files')
        .selectAll()
        .where('batch_id', '=', batchId)
        .where('file', '=', file)
        .executeTakeFirstOrThrow()
      return buffer(await openSealed(kit.files, kit.keys.dataSeal, row.key, row.seal))
    },
  }
}

/** A test's steps with the sandbox's carriers. */
export function carrierSteps(world: World, sandbox: { origin: string }, staff: Staff) {
  const room = printSteps(world)
  const tell = (method: 'PUT' | 'POST', path: string, body: Record<string, string | number>) =>
    fetch(`${sandbox.origin}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const sold = async (carrier: string) => {
    const { labels } = (await (await fetch(`${sandbox.origin}/${carrier}/labels/`)).json()) as {
      labels: Array<{ key: string; isVoid: boolean; trackingNumber: string }>
    }
    return labels
  }
  return {
    ...room,
    sold,
    /** Only what this test bought: the sandbox keeps the labels of all tests. */
    since: async (carrier: string, before: number) => (await sold(carrier)).slice(before),
    fault: (system: string, wish: Record<string, string | number>) => tell('PUT', `/faults/${system}/`, wish),
    move: (trackingNumber: string, status: string) =>
      tell('POST', '/usps/movements/', { tracking_number: trackingNumber, status }),
    async buy(batch: { id: number; status: string }) {
      await room.call(staff, 'POST', `batches/${batch.id}/labels/`, { seen_status: batch.status })
      await room.run('batches.labels', { siteId: staff.siteId, batchId: batch.id })
    },
    letters: async (batchId: number) =>
      (await room.call(staff, 'GET', `batches/${batchId}/deliveries/`)).results,
    later: (minutes: number) => world.setClock(new Date(Date.now() + minutes * 60_000)),
    byGroundAdvantage: (orderId: number) =>
      world.kit.pool
        .updateTable('shipping_orders')
        .set({ service: 'USPS Ground Advantage' })
        .where('order_id', '=', orderId)
        .execute(),
    async reset() {
      world.setClock(undefined)
      for (const system of ['ups', 'usps'])
        await fetch(`${sandbox.origin}/faults/${system}/`, { method: 'DELETE' })
    },
  }
}
