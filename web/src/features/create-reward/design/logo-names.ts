import { create } from 'zustand'
import type { StoredFile } from '../create-reward.queries.ts'

type LogoNames = {
  byKey: Readonly<Record<string, StoredFile>>
  name: (file: StoredFile) => void
}

/** What the files of this visit are called. A file's key is all that is kept of it in the browser. */
export const useLogoNames = create<LogoNames>((set) => ({
  byKey: {},
  name: (file) => set(({ byKey }) => ({ byKey: { ...byKey, [file.key]: file } })),
}))

/** `18 kB`, `1.2 MB`. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
