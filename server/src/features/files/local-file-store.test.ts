import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { WrongSetting } from '../../config.ts'
import { makeFileStore } from './local-file-store.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'laurel-files-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

describe('the file store', () => {
  it('is the folder "files" of the data folder by default', async () => {
    const store = await makeFileStore({ dataDir, filesUrl: undefined })
    await store.put('abcdef', Buffer.from('picture'))
    expect(await store.find('abcdef')).toEqual(Buffer.from('picture'))
    expect(statSync(join(dataDir, 'files', 'ab', 'abcdef')).isFile()).toBe(true)
  })

  it('has nothing under an unknown key', async () => {
    const store = await makeFileStore({ dataDir, filesUrl: undefined })
    expect(await store.find('zzzzzz')).toBeUndefined()
  })

  it('is a bucket when FILES_URL names one', async () => {
    await expect(
      makeFileStore({ dataDir, filesUrl: 's3://cards/logos?region=us-east-1' }),
    ).resolves.toBeDefined()
  })

  it.each(['s3://', 'https://bucket.example', 'cards'])(
    'can’t be %s, and the error names the setting',
    async (filesUrl) => {
      const opening = makeFileStore({ dataDir, filesUrl })
      await expect(opening).rejects.toThrow(WrongSetting)
      await expect(opening).rejects.toThrow('FILES_URL')
    },
  )
})
