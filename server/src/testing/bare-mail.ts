/** Sends mails with nodemailer alone, as a baseline for figures. */
import { randomBytes } from 'node:crypto'
import nodemailer from 'nodemailer'

const [url, count, textBytes, htmlBytes, pictureBytes] = process.argv.slice(2)
const transport = nodemailer.createTransport({ url: url!, pool: true, maxConnections: 5 })
const text = 'Ada, somebody sent you a card. '.repeat(Math.ceil(Number(textBytes) / 31))
const html = `<p>${'Ada, somebody sent you a card. '.repeat(Math.ceil(Number(htmlBytes) / 31))}</p>`
const picture = randomBytes(Number(pictureBytes))
const send = (n: number) =>
  transport.sendMail({
    from: { name: 'Northwind Rewards', address: 'rewards@example.com' },
    to: { name: '', address: `person${n}@halden.example` },
    subject: 'Ada, a $10.00 card is waiting for you',
    text,
    html,
    attachments: [
      {
        filename: 'card.jpg',
        contentType: 'image/jpeg',
        content: picture,
        cid: 'card@laurel',
        contentDisposition: 'inline',
      },
    ],
    messageId: `<bare-${n}@example.com>`,
  })

const atStart = process.cpuUsage()
let next = 0
await Promise.all(
  Array.from({ length: 20 }, async () => {
    while (next < Number(count)) {
      next += 1
      await send(next)
    }
  }),
)
transport.close()

const { user, system } = process.cpuUsage(atStart)
console.info((user + system) / 1000)
