import { Readable } from 'node:stream'
import { askedFields, fileHeading, RECIPIENT_FIELDS } from '@laurel/domain/recipient-fields'
import { Refusal } from '@laurel/domain/refusal'
import type { RewardType } from '@laurel/domain/reward-type'
import { csvLine } from '../../http/csv-lines.ts'
import type { Download } from '../../http/serve.ts'

/**
 * A list to fill in, with an example, for cards that have recipients.
 *
 * @throws {Refusal} `validation_failed` for bulk cards, which have none
 */
export function templateOf(rewardType: RewardType): Download {
  if (rewardType === 'bulk') {
    const message = 'Bulk cards don’t have recipients.'
    throw new Refusal('validation_failed', {}, [{ field: 'rewardType', code: 'no_recipient', message }])
  }
  const fields = askedFields(rewardType)
  const lines = [fields.map(fileHeading), fields.map((field) => RECIPIENT_FIELDS[field].example)]
  return {
    stream: Readable.from([`\ufeff${lines.map(csvLine).join('')}`]),
    contentType: 'text/csv; charset=utf-8',
    fileName: `${rewardType} recipients.csv`,
  }
}
