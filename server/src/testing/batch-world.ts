import { buffer } from 'node:stream/consumers'
import type { BatchFile } from '@laurel/domain/batch-status'
import type { BatchKit } from '../features/batches/batch-kit.ts'
import { makeBatch } from '../features/batches/print/make-batch.ts'
import { openSealed } from '../features/batches/print/sealed-file.ts'
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
