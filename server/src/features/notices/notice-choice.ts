import { NOTICES_OF, NOTIFICATION_KINDS, NOTIFICATION_SPECS } from '@laurel/domain/notification-kinds'
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Notices } from '../../database/generated/tables.ts'
import { literal, literals } from '../../database/sql.ts'

const CHOSEN = NOTIFICATION_KINDS.filter((kind) => NOTICES_OF[kind] !== undefined)
const { case: when, eb, fn, ref, selectFrom } = expressionBuilder<Database & { n: Notices }, 'n'>()

/** The kind whose choice counts for a notice; empty for those that can't be chosen. */
export function choiceKindOf(kind: Expression<string>): Expression<string> {
  return CHOSEN.reduceRight<Expression<string>>(
    (others, chosen) =>
      when()
        .when(eb(kind, 'in', literals(...NOTICES_OF[chosen]!)))
        .then(literal<string>(chosen))
        .else(others)
        .end(),
    literal(''),
  )
}

/** The mail that the person of a notice `n` chose for its kind. */
export const chosenMail: Expression<string> = fn.coalesce(
  selectFrom('notification_settings as s')
    .select('s.mail')
    .whereRef('s.site_id', '=', 'n.site_id')
    .whereRef('s.customer_id', '=', 'n.customer_id')
    .where('s.kind', '=', choiceKindOf(ref('n.kind')))
    .$asScalar(),
  CHOSEN.reduceRight<Expression<string>>(
    (others, chosen) =>
      when()
        .when(eb('n.kind', 'in', literals(...NOTICES_OF[chosen]!)))
        .then(literal<string>(NOTIFICATION_SPECS[chosen].byDefault.mail))
        .else(others)
        .end(),
    literal('never'),
  ),
)

const hasOwnMails = eb(
  choiceKindOf(ref('n.kind')),
  'in',
  literals<string>(...NOTIFICATION_KINDS.filter((kind) => NOTIFICATION_SPECS[kind].hasOwnMails)),
)

/** Whether the mail of a notice `n` comes as soon as it's due. */
export const isMailedAtOnce: Expression<SqlBool> = eb.and([
  eb(chosenMail, '=', literal('at_once')),
  eb.not(hasOwnMails),
])

/** Whether a notice `n` gets no mail: its person wants none, or it has one of its own. */
export const isNotMailed: Expression<SqlBool> = eb.or([
  eb(chosenMail, '=', literal('never')),
  eb.and([eb(chosenMail, '=', literal('at_once')), hasOwnMails]),
])
