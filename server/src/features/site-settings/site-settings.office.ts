import {
  checkMailSender,
  getOfficeSite,
  patchOfficeSite,
  patchPaymentProvider,
  putMailSender,
  sendMailTextTest,
  uploadSiteLogo,
} from '@laurel/contract/office-site'
import type { Serve } from '../../http/serve.ts'
import { storeSiteLogo } from '../files/site-logos.ts'
import * as sender from '../mail/mail-sender.service.ts'
import { makeResolveTxt, type ResolveTxt } from '../mail/sender-records.ts'
import { changeProvider } from '../payments/office-providers.service.ts'
import { sendTextTest } from './mail-text-test.ts'
import { changeSite, type OfficeSiteKit, readOfficeSite } from './site-settings.service.ts'

export function siteOffice(serve: Serve, kit: OfficeSiteKit, resolveTxt: ResolveTxt = makeResolveTxt()) {
  serve(getOfficeSite, ({ actor }) => readOfficeSite(kit, actor.siteId))
  serve(patchOfficeSite, ({ actor, origin, body: { seen_version: seenVersion, ...change } }) =>
    changeSite(kit, actor, new URL(origin).hostname, seenVersion, change),
  )
  serve(uploadSiteLogo, ({ actor, file }) => storeSiteLogo(kit, actor, file))
  serve(sendMailTextTest, ({ actor, body }) => sendTextTest(kit, actor, body))
  serve(patchPaymentProvider, async ({ actor, params, body }) => {
    await changeProvider(kit, actor, params.id, body)
    return readOfficeSite(kit, actor.siteId)
  })
  serve(putMailSender, async ({ actor, body }) => {
    const { from_address: address, seen_version: seenVersion } = body
    await sender.putMailSender(kit, actor, { address, seenVersion })
    return readOfficeSite(kit, actor.siteId)
  })
  serve(checkMailSender, async ({ actor }) => {
    await sender.checkMailSender({ ...kit, resolveTxt }, actor)
    return readOfficeSite(kit, actor.siteId)
  })
}
