import { Form } from '../../../parts/Form.tsx'
import { EntryField } from '../catalog/EntryField.tsx'
import type { FieldSpec } from '../catalog/form-fields.ts'
import { SaveBar } from './SaveBar.tsx'
import type { OfficeSite } from './site.queries.ts'
import { useSiteDraft } from './use-site-draft.ts'

type SitePartFormProps = {
  site: OfficeSite
  fields: readonly { title: string; fields: readonly FieldSpec[] }[]
}

/** Settings that are plain fields, in groups. */
export function SitePartForm({ site, fields }: SitePartFormProps) {
  const draft = useSiteDraft(site)
  return (
    <Form
      onSubmit={() => draft.save.mutate()}
      problem={draft.save.error}
      className="grid max-w-[640px] gap-8"
    >
      {fields.map(({ title, fields: group }) => (
        <fieldset key={title} className="grid gap-4">
          <legend className="mb-3 font-semibold">{title}</legend>
          {group.map((field) => (
            <EntryField
              key={field.path}
              field={field}
              value={draft.at(field.path)}
              onChange={(value) => draft.change(field.path, value)}
              problem={draft.save.error}
            />
          ))}
        </fieldset>
      ))}
      <SaveBar draft={draft} />
    </Form>
  )
}
