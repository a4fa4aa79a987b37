import * as endpoints from '@laurel/contract/notices'
import type { Serve } from '../../http/serve.ts'
import { countUnseen, type NoticeKit, noticePage, seeNotice, seeNotices } from './notices.service.ts'

export function noticeRoutes(serve: Serve, kit: NoticeKit) {
  serve(endpoints.listNotices, ({ actor, query }) => noticePage(kit, actor, query))
  serve(endpoints.countUnseenNotices, ({ actor }) => countUnseen(kit, actor))
  serve(endpoints.markNoticeSeen, ({ actor, params }) => seeNotice(kit, actor, params.id))
  serve(endpoints.markNoticesSeen, ({ actor, body }) => seeNotices(kit, actor, body.up_to_id))
}
