import { formError } from '../../../app/api-problem.ts'
import { showToast } from '../../../app/toast-store.ts'
import { saveFile } from '../../../parts/save-file.ts'

/** Fetches a file and saves it under a name; what went wrong is told in a toast. */
export async function download(name: string, fetchFile: () => Promise<unknown>): Promise<void> {
  try {
    saveFile((await fetchFile()) as Blob, name)
  } catch (cause) {
    console.error(`Failed to download ${name}`, cause)
    showToast({
      tone: 'bad',
      title: 'The file did not come',
      text: formError(cause) ?? 'Try again in a moment.',
    })
  }
}

/** `west-region.xlsx`, `to repair` → `west-region to repair.csv`. */
export function csvNameOf(name: string, addition = ''): string {
  const base = name.replace(/\.[a-z]{2,5}$/i, '').trim() || 'Recipients'
  return `${addition ? `${base} ${addition}` : base}.csv`
}
