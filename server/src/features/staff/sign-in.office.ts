import {
  changeOfficePassword,
  finishOfficeArrival,
  finishOfficeSignIn,
  getOfficeMe,
  listOfficeSites,
  officeSignOut,
  startOfficeArrival,
  startOfficeSignIn,
  switchOfficeSite,
} from '@laurel/contract/office-access'
import type { Serve } from '../../http/serve.ts'
import { changePassword, finishSignIn, readMe, signOut, startSignIn } from './staff.service.ts'
import {
  connectArrival,
  finishArrival,
  listOtherSites,
  type SwitchKit,
  startArrival,
  switchSite,
} from './switch-sites.service.ts'

export function staffRoutes(serve: Serve, kit: SwitchKit) {
  serve(startOfficeSignIn, ({ site, body, ip, session: { device } }) =>
    startSignIn(kit, site, body, { ip, device }),
  )
  serve(finishOfficeSignIn, async ({ site, body, ip, session }) => {
    const opened = await finishSignIn(kit, site, body, { ip, device: session.device, former: session.token })
    const { me, token, sub } = opened
    session.set(token)
    session.setDevice(opened.device)
    const proof = { ticket: body.switch_ticket, verifier: body.switch_verifier }
    await connectArrival(kit, site, proof, { sub, token, staffId: me.id })
    return me
  })
  serve(officeSignOut, async ({ actor, session, ip }) => {
    await signOut(kit, actor, ip)
    session.clear()
    return undefined
  })
  serve(listOfficeSites, ({ actor, site, origin }) => listOtherSites(kit, actor, site, origin))
  serve(startOfficeArrival, ({ site, body, origin }) => startArrival(kit, site, body.from, origin))
  serve(switchOfficeSite, ({ actor, site, body, origin }) =>
    switchSite(kit, actor, site, { ...body, origin }),
  )
  serve(finishOfficeArrival, async ({ site, body, session }) => {
    const { me, token } = await finishArrival(kit, site, body, session.token)
    session.set(token)
    return me
  })
  serve(getOfficeMe, ({ actor }) => readMe(kit, actor))
  serve(changeOfficePassword, async ({ actor, body, ip }) => {
    await changePassword(kit, actor, { current: body.current_password, next: body.new_password }, ip)
    return undefined
  })
}
