import * as contract from '@laurel/contract/office-go-live'
import type { Serve } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import { makeMailer } from '../mail/mailer.ts'
import { makeResolveTxt } from '../mail/sender-records.ts'
import { readSender } from '../mail/site-sender.ts'
import { byDns } from '../platform/host-check.ts'
import type { CreateSiteKit } from '../setup/create-site.ts'
import * as live from './go-live.service.ts'
import type { CheckKit } from './run-checks.ts'

/** @param replace what reaches the network, in tests */
export function goLiveOffice(
  serve: Serve,
  given: Kit & CreateSiteKit,
  replace: Partial<Pick<CheckKit, 'mailer' | 'resolveHost' | 'resolveTxt'>> = {},
) {
  const kit: CheckKit = {
    ...given,
    // Asks for the sender each time: a test shows what was changed a moment ago.
    mailer: makeMailer(given.config.mail, (siteId) => readSender(given, siteId)),
    resolveHost: byDns,
    resolveTxt: makeResolveTxt(),
    ...replace,
  }
  serve(contract.getGoLive, ({ actor }) => live.readGoLive(kit, actor.siteId))
  serve(contract.checkGoLive, ({ actor, body }) => live.runChecks(kit, actor, body.only))
  serve(contract.sendGoLiveMail, ({ actor }) => live.sendMeATest(kit, actor))
  serve(contract.goLive, ({ actor }) => live.goLive(kit, actor))
  serve(contract.takeOffline, ({ actor }) => live.takeOffline(kit, actor))
}
