import type { RewardType } from '@laurel/domain/reward-type'
import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { Checkbox } from '../../../parts/Checkbox.tsx'
import { Form } from '../../../parts/Form.tsx'
import { TextArea } from '../../../parts/TextArea.tsx'

const EXAMPLES: Record<RewardType, string> = {
  bulk: '',
  direct: 'Name, Street, City, State, ZIP, Value\nMaya Okafor, 418 Juniper Street, Portland, OR, 97214, 50',
  digital: 'Name, Email, Value\nMaya Okafor, maya@example.com, 50',
}
/** What the wire takes as pasted text. */
const MOST_LETTERS = 4_000_000

type PasteFormProps = {
  rewardType: RewardType
  hasPeople: boolean
  onPaste: (text: string, mode: 'append' | 'replace') => void
}

/** Rows of a spreadsheet, pasted. */
export function PasteForm({ rewardType, hasPeople, onPaste }: PasteFormProps) {
  const [text, setText] = useState('')
  const [isReplacing, setReplacing] = useState(false)
  const [error, setError] = useState<string>()

  function submit() {
    if (text.trim() === '') setError('Paste at least one row.')
    else if (text.length > MOST_LETTERS)
      setError('That is too much to paste. Save it as a file and upload it.')
    else onPaste(text, isReplacing ? 'replace' : 'append')
  }

  return (
    <Form onSubmit={submit} className="mt-4 grid gap-4">
      <TextArea
        label="Rows from a spreadsheet"
        name="text"
        rows={8}
        value={text}
        onChange={(next) => {
          setText(next)
          setError(undefined)
        }}
        error={error}
        placeholder={EXAMPLES[rewardType]}
        hint="One person a row. Columns are found by their headings, or by what is in them."
      />
      {hasPeople && (
        <Checkbox isSelected={isReplacing} onChange={setReplacing}>
          Replace everybody who is on the list now
        </Checkbox>
      )}
      <div className="flex justify-end">
        <Button look="primary" type="submit">
          Add these people
        </Button>
      </div>
    </Form>
  )
}
