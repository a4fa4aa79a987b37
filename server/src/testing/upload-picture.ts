import type { SignedIn, World } from './world.ts'

/** Uploads a picture, as the design step does. */
export async function uploadPicture({ app }: World, one: SignedIn, bytes: Buffer, name: string) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name)
  const request = new Response(form)
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/files/',
    headers: {
      host: one.host,
      authorization: `Bearer ${one.token}`,
      'content-type': request.headers.get('content-type')!,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, body: answer.json() }
}
