import { useState } from 'react'
import { Button } from '../../parts/Button.tsx'
import { Form } from '../../parts/Form.tsx'
import { ListNameField, listNameErrors } from '../../parts/ListNameField.tsx'

type NameFormProps = {
  name: string
  action: string
  problem: unknown
  isPending: boolean
  onName: (name: string) => void
}

/** What a list is called. */
export function NameForm({ name: before, action, problem, isPending, onName }: NameFormProps) {
  const [name, setName] = useState(before)
  const [errors, setErrors] = useState<Record<string, string>>({})

  function submit() {
    const found = listNameErrors(name)
    setErrors(found)
    if (Object.keys(found).length === 0) onName(name.trim())
  }

  return (
    <Form onSubmit={submit} problem={problem} errors={errors} className="mt-4 grid gap-4">
      <ListNameField value={name} onChange={setName} />
      <div className="flex justify-end">
        <Button look="primary" type="submit" isPending={isPending}>
          {action}
        </Button>
      </div>
    </Form>
  )
}
