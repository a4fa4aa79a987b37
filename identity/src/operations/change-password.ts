import { z } from 'zod'
import { AccessToken, operation, Password } from '../operation.ts'
import { changeOwnPassword } from '../own-password.ts'
import { readBearer } from '../tokens.ts'

export const changePassword = operation(
  z.object({ AccessToken, PreviousPassword: Password, ProposedPassword: Password }),
  async (call, { AccessToken, PreviousPassword: previous, ProposedPassword: proposed }) => {
    await changeOwnPassword(call, await readBearer(call, AccessToken), { previous, proposed })
    return {}
  },
)
