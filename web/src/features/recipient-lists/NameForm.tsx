import { useState } from 'react'
import { Button } from '../../parts/Button.tsx'
import { Form } from '../../parts/Form.tsx'
import { TextField } from '../../parts/TextField.tsx'

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
    const isNameless = name.trim() === ''
    setErrors(isNameless ? { name: 'Give the list a name, such as West region.' } : {})
    if (!isNameless) onName(name.trim())
  }

  return (
    <Form onSubmit={submit} problem={problem} errors={errors} className="mt-4 grid gap-4">
      <TextField
        label="Name of the list"
        name="name"
        value={name}
        onChange={setName}
        error={errors.name}
        maxLength={60}
        autoComplete="off"
      />
      <div className="flex justify-end">
        <Button look="primary" type="submit" isPending={isPending}>
          {action}
        </Button>
      </div>
    </Form>
  )
}
