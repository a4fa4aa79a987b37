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
  serve(startOfficeSignIn, ({ site, body, ip }) => startSignIn(kit, site, body, ip))
  serve(finishOfficeSignIn, async ({ site, body, ip, session }) => {
    const { me, token } = await finishSignIn(kit, site, body, ip)
    session.set(token)
    return me
  })
  serve(officeSignOut, async ({ actor, session, ip }) => {
    await signOut(kit, actor, ip)
    session.clear()
    return undefined
  })
  serve(getOfficeMe, ({ actor }) => readMe(kit, actor))
  serve(changeOfficePassword, async ({ actor, body, ip }) => {
    await changePassword(kit, actor, { current: body.current_password, next: body.new_password }, ip)
    return undefined
  })
}
