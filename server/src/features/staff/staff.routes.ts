import {
  changeOfficePassword,
  finishOfficeSignIn,
  getOfficeMe,
  officeSignOut,
  startOfficeSignIn,
} from '@laurel/contract/office-access'
import type { Serve } from '../../http/serve.ts'
import { changePassword, finishSignIn, readMe, type StaffKit, signOut, startSignIn } from './staff.service.ts'

export function staffRoutes(serve: Serve, kit: StaffKit) {
  serve(startOfficeSignIn, ({ site, body }) => startSignIn(kit, site, body))
  serve(finishOfficeSignIn, async ({ site, body, ip, userAgent, session }) => {
    const { me, token } = await finishSignIn(kit, site, body, { ip, userAgent })
    session.set(token)
    return me
  })
  serve(officeSignOut, async ({ actor, session }) => {
    await signOut(kit, actor)
    session.clear()
    return undefined
  })
  serve(getOfficeMe, ({ actor }) => readMe(kit, actor))
  serve(changeOfficePassword, async ({ actor, body }) => {
    await changePassword(kit, actor, { current: body.current_password, next: body.new_password })
    return undefined
  })
}
