import {
  createApiCredential,
  endStaffSessions,
  inviteStaff,
  listApiCredentials,
  listStaff,
  patchStaff,
  renewStaffPassword,
  resetStaffAuthenticator,
  revokeApiCredential,
} from '@laurel/contract/office-staff'
import type { Serve } from '../../http/serve.ts'
import { createCredential, listCredentials, revokeCredential } from './api-credentials.service.ts'
import * as people from './people.service.ts'

export function staffOffice(serve: Serve, kit: people.PeopleKit) {
  serve(listStaff, ({ actor }) => people.listStaff(kit, actor))
  serve(inviteStaff, ({ actor, body }) => people.inviteStaff(kit, actor, body))
  serve(patchStaff, ({ actor, params, body: { seen_version: seenVersion, name, role, active } }) =>
    people.changeStaff(kit, actor, params.id, {
      seenVersion,
      ...(name !== undefined && { name }),
      ...(role !== undefined && { role }),
      ...(active !== undefined && { active }),
    }),
  )
  serve(resetStaffAuthenticator, ({ actor, params }) => people.resetAuthenticator(kit, actor, params.id))
  serve(renewStaffPassword, ({ actor, params, body }) =>
    people.renewPassword(kit, actor, params.id, body.delivery),
  )
  serve(endStaffSessions, ({ actor, params }) => people.signOutStaff(kit, actor, params.id))
  serve(listApiCredentials, ({ actor }) => listCredentials(kit, actor))
  serve(createApiCredential, ({ actor, body }) => createCredential(kit, actor, body))
  serve(revokeApiCredential, ({ actor, params }) => revokeCredential(kit, actor, params.id))
}
