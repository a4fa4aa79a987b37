import {
  type MailChoice,
  NOTIFICATION_KINDS,
  NOTIFICATION_SPECS,
  type NotificationChoice,
  type NotificationKind,
} from '@laurel/domain/notification-kinds'
import type { Db } from '../../database/database.ts'

export type Person = { siteId: number; customerId: number }

/** What a person chose of each kind, or what holds without a choice. */
export async function readChoices(
  db: Db,
  { siteId, customerId }: Person,
): Promise<Record<NotificationKind, NotificationChoice>> {
  const rows = await db
    .selectFrom('notification_settings')
    .select(['kind', 'in_app', 'mail'])
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customerId)
    .execute()
  const chosen = new Map(
    rows.map(({ kind, in_app, mail }) => [kind, { app: in_app, mail: mail as MailChoice }]),
  )
  const choices = NOTIFICATION_KINDS.map((kind) => [
    kind,
    chosen.get(kind) ?? NOTIFICATION_SPECS[kind].byDefault,
  ])
  return Object.fromEntries(choices)
}

/** Whether a mail of this kind goes to a person as soon as it happens. Asked when the mail is written. */
export async function wantsMail(db: Db, person: Person, kind: NotificationKind): Promise<boolean> {
  return (await readChoices(db, person))[kind].mail === 'at_once'
}

/** Saves what a person chose. @param digestAt when their next daily summary is due, where no notice says it */
export async function saveChoice(
  db: Db,
  { siteId, customerId }: Person,
  kind: NotificationKind,
  { app, mail }: NotificationChoice,
  digestAt: Date | null = null,
): Promise<void> {
  const choice = { in_app: app, mail, digest_at: digestAt }
  await db
    .insertInto('notification_settings')
    .values({ site_id: siteId, customer_id: customerId, kind, ...choice })
    .onConflict((conflict) => conflict.columns(['site_id', 'customer_id', 'kind']).doUpdateSet(choice))
    .execute()
}
