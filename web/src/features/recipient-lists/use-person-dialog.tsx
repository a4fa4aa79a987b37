import { api } from '@laurel/contract/routes'
import { EMAIL_INVALID, isEmail } from '@laurel/domain/email'
import { LIST_DATE_INVALID, readListDate, shownListDate } from '@laurel/domain/list-dates'
import { isZipCode, ZIP_INVALID } from '@laurel/domain/zip-code'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { call, freshKey } from '../../app/call.ts'
import type { RecipientList, SavedPerson } from '../../app/customer.queries.ts'
import { openModal } from '../../app/modal-store.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { showFailure, showToast } from '../../app/toast-store.ts'
import { PersonFields, type PersonValues, personValues } from '../../parts/address/PersonFields.tsx'
import { Button } from '../../parts/Button.tsx'
import { Form } from '../../parts/Form.tsx'
import { LanguageField } from '../../parts/LanguageField.tsx'
import { Modal } from '../../parts/Modal.tsx'
import { Note } from '../../parts/Note.tsx'
import { TextField } from '../../parts/TextField.tsx'

const FROM_FILE =
  /*i18n*/ 'This person comes from the list’s file. The next sync restores what’s in the file.'

type PersonDialog = { add: () => void; edit: (person: SavedPerson) => void; open: ReactNode }

/** A dialog to add a person to a list, change, take off, or delete them. */
export function usePersonDialog(list: RecipientList | undefined): PersonDialog {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [shown, setShown] = useState<SavedPerson | 'new' | null>(null)
  const close = () => setShown(null)

  async function refresh() {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['saved-people'] }),
      queryClient.invalidateQueries({ queryKey: ['saved-lists'] }),
    ])
  }

  async function save(values: SavedValues, idempotencyKey: string) {
    if (shown === 'new' && list) {
      await call(api.addListPerson, { params: { id: list.id }, body: values, idempotencyKey })
    } else if (shown !== null && shown !== 'new') {
      await call(api.patchSavedPerson, { params: { id: shown.id }, body: values })
    }
    await refresh()
  }

  async function takeOff(person: SavedPerson, from: RecipientList) {
    close()
    const isColleagues = from.shared?.isOwn === false
    // A colleague's person is added by what's known of them.
    const again = isColleagues ? savedValues(person) : { personId: person.id }
    try {
      await call(api.removeListPerson, { params: { id: from.id, personId: person.id } })
      showToast({
        title: i18n.t('{name} was removed from {list}', {
          name: personName(person) || person.email,
          list: from.name,
        }),
        text: person.fileListIds.includes(from.id)
          ? i18n.t(FROM_FILE)
          : isColleagues
            ? i18n.t('{by} still has them saved.', { by: from.shared?.by })
            : i18n.t('They stay in All saved people.'),
        onUndo: () =>
          void call(api.addListPerson, { params: { id: from.id }, body: again })
            .catch(tell)
            .then(refresh),
      })
    } catch (cause) {
      tell(cause)
    }
    await refresh()
  }

  function askToDelete(person: SavedPerson) {
    close()
    const name = personName(person) || person.email
    openModal('confirm-dialog', {
      title: i18n.t('Delete {name}?', { name }),
      text: [
        i18n.t('We’ll remove them from all saved lists. Your cards and orders won’t change.'),
        ...(person.fileListIds.length > 0 ? [i18n.t(FROM_FILE)] : []),
      ].join(' '),
      confirm: i18n.t('Delete'),
      cancel: i18n.t('Keep person'),
      danger: true,
      onConfirm: async () => {
        await call(api.deleteSavedPerson, { params: { id: person.id } })
        await refresh()
        showToast({ title: i18n.t('{name} was deleted', { name }) })
      },
    })
  }

  const person = shown === 'new' || shown === null ? undefined : shown
  return {
    add: () => setShown('new'),
    edit: setShown,
    open: (
      <Modal
        isOpen={shown !== null}
        onClose={close}
        title={person ? i18n.t('Edit person') : i18n.t('Add a person')}
      >
        {shown !== null && (
          <SavedPersonForm
            person={person}
            onSave={save}
            onDone={close}
            {...(person && list && { onTakeOff: () => void takeOff(person, list) })}
            {...(person && list?.shared?.isOwn !== false && { onDelete: () => askToDelete(person) })}
          />
        )}
      </Modal>
    ),
  }
}

function tell(cause: unknown): void {
  const i18n = pageTexts()

  showFailure(i18n.t('We couldn’t change the list'), cause)
}

type SavedPersonFormProps = {
  /** Undefined for a new person. */
  person: SavedPerson | undefined
  onSave: (values: SavedValues, idempotencyKey: string) => Promise<void>
  onDone: () => void
  onTakeOff?: () => void
  onDelete?: () => void
}

/** A saved person needs only a name or an email; a card checks later what it needs. */
function SavedPersonForm({ person, onSave, onDone, onTakeOff, onDelete }: SavedPersonFormProps) {
  const i18n = useTexts()
  const [values, setValues] = useState(() => savedValues(person))
  const key = useRef(freshKey())
  const save = useMutation({
    mutationFn: () => onSave(values, key.current),
    onSuccess: onDone,
    onError: () => {
      key.current = freshKey()
    },
  })

  return (
    <Form
      onSubmit={() => save.mutate()}
      check={() => problemsOf(values)}
      problem={save.error}
      className="mt-4 grid gap-4"
    >
      {person && person.fileListIds.length > 0 && <Note>{i18n.t(FROM_FILE)}</Note>}
      <PersonFields
        values={values}
        onChange={(field, value) => setValues((before) => ({ ...before, [field]: value }))}
        asks={['email', 'address']}
      />
      <LanguageField
        value={values.language}
        onChange={(language) => setValues((before) => ({ ...before, language }))}
      />
      <div className="grid grid-cols-2 gap-4 tiny:grid-cols-1">
        {DATES.map(({ name, label, hint }) => (
          <TextField
            key={name}
            label={i18n.t(label)}
            hint={i18n.t(hint)}
            name={name}
            value={values[name]}
            onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
            autoComplete="off"
            maxLength={40}
          />
        ))}
      </div>
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        {onTakeOff && (
          <Button look="plain" onClick={onTakeOff}>
            {i18n.t('Remove from list')}
          </Button>
        )}
        {onDelete && (
          <Button look="danger" className="me-auto" onClick={onDelete}>
            {i18n.t('Delete')}
          </Button>
        )}
        <Button look="primary" type="submit" isPending={save.isPending}>
          {person ? i18n.t('Save') : i18n.t('Add')}
        </Button>
      </div>
    </Form>
  )
}

function problemsOf({ firstName, lastName, email, zip, ...dates }: SavedValues): Record<string, string> {
  const i18n = pageTexts()

  const isBlank = [firstName, lastName, email].every((text) => text.trim() === '')
  return {
    ...(isBlank && { firstName: i18n.t('Enter a name or an email address.') }),
    ...(email.trim() !== '' && !isEmail(email.trim()) && { email: EMAIL_INVALID }),
    ...(zip.trim() !== '' && !isZipCode(zip.trim()) && { zip: ZIP_INVALID }),
    ...Object.fromEntries(
      DATES.filter(({ name }) => dates[name].trim() !== '' && readListDate(dates[name]) === undefined).map(
        ({ name }) => [name, LIST_DATE_INVALID],
      ),
    ),
  }
}

/** The dates that programs use. */
const DATES = [
  { name: 'birthday', label: /*i18n*/ 'Birthday (optional)', hint: /*i18n*/ 'Such as 6/14' },
  { name: 'startDate', label: /*i18n*/ 'Start date (optional)', hint: /*i18n*/ 'Such as 6/14/2019' },
] as const

type SavedValues = PersonValues & Record<(typeof DATES)[number]['name'], string>

function savedValues(person?: SavedPerson): SavedValues {
  const { birthday = '', startDate = '' } = person ?? {}
  const dates = { birthday: shownListDate(birthday), startDate: shownListDate(startDate) }
  return { ...personValues(person), ...dates }
}

export function personName({ firstName, lastName }: Pick<SavedPerson, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}

/** `418 Juniper Street, Apt 3, Portland, OR 97214`, without missing parts. */
export function addressOf({ address1, address2, city, state, zip }: SavedPerson): string {
  return [address1, address2, city, `${state} ${zip}`.trim()].filter((part) => part !== '').join(', ')
}

/** `Birthday 6/14, started 3/2/2020`, without missing parts. */
export function datesOf({ birthday, startDate }: SavedPerson): string {
  const i18n = pageTexts()

  return [
    ...(birthday === '' ? [] : [i18n.t('Birthday {date}', { date: shownListDate(birthday) })]),
    ...(startDate === '' ? [] : [i18n.t('started {date}', { date: shownListDate(startDate) })]),
  ].join(', ')
}
