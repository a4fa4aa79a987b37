import { api } from '@laurel/contract/routes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../../../app/call.ts'
import { freshKey } from '../../../../app/fresh-key.ts'
import { savedQueries } from '../../../../app/recipient-lists.queries.ts'
import { showToast } from '../../../../app/toast-store.ts'
import { Button } from '../../../../parts/Button.tsx'
import { Form } from '../../../../parts/Form.tsx'
import { plural } from '../../../../parts/format.ts'
import { ListNameField, listNameErrors } from '../../../../parts/ListNameField.tsx'
import { Select } from '../../../../parts/Select.tsx'

type SaveListFormProps = { itemId: number; total: number; onDone: () => void }

const A_NEW_ONE = 0

/** Keeps the people of this card for a later order: on a new list, or on one that is there. */
export function SaveListForm({ itemId, total, onDone }: SaveListFormProps) {
  const queryClient = useQueryClient()
  const { data: lists = [] } = useQuery(savedQueries.lists())
  const [listId, setListId] = useState<number>(A_NEW_ONE)
  const [name, setName] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const key = useRef(freshKey())
  const save = useMutation({
    mutationFn: () =>
      call(api.saveRecipients, {
        params: { id: itemId },
        body: listId === A_NEW_ONE ? { name: name.trim() } : { listId },
        idempotencyKey: key.current,
      }),
    onSuccess: ({ list, savedCount, skippedCount }) => {
      queryClient.invalidateQueries({ queryKey: ['saved-lists'] })
      queryClient.invalidateQueries({ queryKey: ['saved-people'] })
      showToast({
        title: `${plural(savedCount, 'person', 'people')} saved in ${list.name}`,
        ...(skippedCount > 0 && {
          text: `${plural(skippedCount, 'row was', 'rows were')} left out: there twice, or still to be fixed.`,
        }),
      })
      onDone()
    },
    // Another try is another intent: the name may be another one.
    onError: () => {
      key.current = freshKey()
    },
  })

  function submit() {
    const found = listId === A_NEW_ONE ? listNameErrors(name) : {}
    setErrors(found)
    if (Object.keys(found).length === 0) save.mutate()
  }

  return (
    <Form onSubmit={submit} problem={save.error} errors={errors} className="mt-4 grid gap-4">
      <p className="text-muted">
        {plural(total, 'person', 'people')} with their addresses, without values and messages. A later card
        can go to the same people.
      </p>
      {lists.length > 0 && (
        <Select
          label="Save in"
          name="listId"
          options={[
            { value: A_NEW_ONE, label: 'A new list' },
            ...lists.map((list) => ({
              value: list.id,
              label: list.name,
              detail: plural(list.peopleCount, 'person', 'people'),
            })),
          ]}
          value={listId}
          onChange={(next) => setListId(next ?? A_NEW_ONE)}
        />
      )}
      {listId === A_NEW_ONE && <ListNameField value={name} onChange={setName} />}
      <div className="flex justify-end">
        <Button look="primary" type="submit" isPending={save.isPending}>
          Save this list
        </Button>
      </div>
    </Form>
  )
}
