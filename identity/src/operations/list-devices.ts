import { z } from 'zod'
import { AccessToken, operation } from '../operation.ts'
import { readBearer } from '../tokens.ts'

/** Devices aren't tracked: same answer as a Cognito pool without device tracking. */
export const listDevices = operation(
  z.object({
    AccessToken,
    Limit: z.number().int().min(0).max(60).optional(),
    PaginationToken: z.string().min(1).max(131_072).optional(),
  }),
  async (call, { AccessToken }) => {
    await readBearer(call, AccessToken)
    return { Devices: [] }
  },
)
