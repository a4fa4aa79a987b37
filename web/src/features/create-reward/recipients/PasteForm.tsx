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

type PasteFormProps = {
  rewardType: RewardType
  hasPeople: boolean
  onPaste: (text: string, isReplacing: boolean) => void
}

/** Rows of a spreadsheet, pasted. */
export function PasteForm({ rewardType, hasPeople, onPaste }: PasteFormProps) {
  const [text, setText] = useState('')
  const [isReplacing, setReplacing] = useState(false)
  const [error, setError] = useState<string>()

  function submit() {
    if (text.trim() === '') setError('Paste at least one row.')
    else onPaste(text, isReplacing)
  }

  return (
    <Form onSubmit={submit} className="mt-4 grid gap-4">
      <TextArea
        label="Rows from a spreadsheet"
        name="text"
        rows={8}
        value={text}
        onChange={setText}
        error={text.trim() === '' ? error : undefined}
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
