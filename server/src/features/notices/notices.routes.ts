import * as endpoints from '@laurel/contract/notices'
import type { Serve } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import { countUnseen, noticePage, seeNotice, seeNotices } from './notices.service.ts'
import * as settings from './notification-settings.service.ts'

export function noticeRoutes(serve: Serve, kit: Pick<Kit, 'pool' | 'now' | 'keys'>) {
  serve(endpoints.listNotices, ({ actor, query }) => noticePage(kit, actor, query))
  serve(endpoints.countUnseenNotices, ({ actor }) => countUnseen(kit, actor))
  serve(endpoints.markNoticeSeen, ({ actor, params }) => seeNotice(kit, actor, params.id))
  serve(endpoints.markNoticesSeen, ({ actor, body }) => seeNotices(kit, actor, body.up_to_id))
  serve(endpoints.getNotificationSettings, ({ site, actor }) => settings.readSettings(kit, site, actor))
  serve(endpoints.patchNotificationSetting, ({ site, actor, params, body }) =>
    settings.changeSetting(kit, site, actor, params.kind, body),
  )
  serve(endpoints.getUnsubscribe, ({ site, params }) => settings.readUnsubscribe(kit, site.id, params.token))
  serve(endpoints.unsubscribe, ({ site, params }) => settings.stopMails(kit, site, params.token))
}
