import type { ProfileDraft } from './profile-draft.ts'

/** What a group of fields needs of the form around it. */
export type ProfileEntry = {
  draft: ProfileDraft
  change: (field: keyof ProfileDraft, value: string) => void
}

/** The props of one text field of the profile. */
export function fieldOf({ draft, change }: ProfileEntry, name: keyof ProfileDraft) {
  return { name, value: draft[name], onChange: (value: string) => change(name, value) }
}
