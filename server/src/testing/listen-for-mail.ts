import { type AddressInfo, createServer } from 'node:net'

/** As much of a mail server as keeps what it is sent, to the letter. */
export async function listenForMail() {
  const sent: string[] = []
  const server = createServer((socket) => {
    let text = ''
    let inData = false
    socket.write('220 here\r\n')
    socket.on('data', (bytes) => {
      text += bytes
      for (;;) {
        const end = text.indexOf(inData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const said = text.slice(0, end)
        text = text.slice(end + (inData ? 5 : 2))
        if (inData) sent.push(said)
        inData = !inData && said === 'DATA'
        socket.write(inData ? '354 go on\r\n' : said === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n')
      }
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { sent, port, close: () => new Promise<void>((closed) => server.close(() => closed())) }
}
