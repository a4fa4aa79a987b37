import { z } from 'zod'
import { CognitoError } from '../cognito-error.ts'
import { AccessToken, type Operation, operation } from '../operation.ts'
import { readBearer } from '../tokens.ts'

// Passkeys aren't supported: same answers as a Cognito pool without WebAuthn.

const notEnabled = () =>
  operation(z.object({ AccessToken }), async (call, { AccessToken }) => {
    await readBearer(call, AccessToken)
    throw new CognitoError('WebAuthnNotEnabledException', 'WebAuthn is not enabled for the user pool.')
  })

export const startWebAuthnRegistration: Operation = notEnabled()
export const completeWebAuthnRegistration: Operation = notEnabled()

export const listWebAuthnCredentials = operation(z.object({ AccessToken }), async (call, { AccessToken }) => {
  await readBearer(call, AccessToken)
  return { Credentials: [] }
})

export const deleteWebAuthnCredential = operation(
  z.object({ AccessToken, CredentialId: z.string().min(1).max(4096) }),
  async (call, { AccessToken }) => {
    await readBearer(call, AccessToken)
    throw new CognitoError('ResourceNotFoundException', 'The passkey does not exist.')
  },
)
