/** Mail services that anyone can have an address at: no company proves such a domain. Collected by hand. */
const PUBLIC_MAIL_DOMAINS: ReadonlySet<string> = new Set(
  `
  163.com 126.com aim.com aol.com arcor.de att.net bellsouth.net bigpond.com bluewin.ch btinternet.com charter.net
  comcast.net cox.net daum.net duck.com earthlink.net email.com fastmail.com fastmail.fm foxmail.com free.fr
  freenet.de frontier.com gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hanmail.net hey.com
  hotmail.co.uk hotmail.com hotmail.de hotmail.es hotmail.fr hotmail.it hushmail.com icloud.com inbox.com juno.com
  laposte.net libero.it live.ca live.co.uk live.com live.fr live.nl mac.com mail.com mail.ru mailbox.org me.com
  msn.com naver.com netzero.net o2.pl optonline.net optusnet.com.au orange.fr outlook.com outlook.de outlook.es
  outlook.fr pm.me posteo.de proton.me protonmail.com qq.com rediffmail.com roadrunner.com rocketmail.com rogers.com
  sbcglobal.net seznam.cz sfr.fr shaw.ca sina.com sky.com spectrum.net startmail.com sympatico.ca t-online.de
  talktalk.net telus.net tutanota.com tuta.com uol.com.br verizon.net virgilio.it virginmedia.com wanadoo.fr web.de
  windstream.net wp.pl xtra.co.nz yahoo.ca yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.au yahoo.com.br
  yahoo.de yahoo.es yahoo.fr yahoo.it yandex.com yandex.ru yeah.net ymail.com zoho.com
  `
    .trim()
    .split(/\s+/),
)

export function isPublicMailDomain(domain: string): boolean {
  return PUBLIC_MAIL_DOMAINS.has(domain)
}
