import { brand } from '@pier/protocol/brand'
import { hiddenCharacters } from '@pier/protocol/text'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MailLayout, type Link, type MailPage } from './mail-layout.ts'

export type { MailPage }

/** Both parts of a mail, made from the same page. Users' text cannot break out of its line. */
export function renderMail(page: MailPage): { subject: string; html: string; text: string } {
  const clean = cleanPage(page)
  return {
    subject: clean.subject,
    html: `<!doctype html>${renderToStaticMarkup(createElement(MailLayout, { page: clean }))}`,
    text: writePlainText(clean),
  }
}

function cleanPage(page: MailPage): MailPage {
  const { facts, button, code, footnote } = page
  return {
    subject: oneLine(page.subject),
    heading: oneLine(page.heading),
    paragraphs: page.paragraphs.map(oneLine),
    ...(facts && {
      facts: facts.map(({ label, value }) => ({ label: oneLine(label), value: oneLine(value) })),
    }),
    ...(button && { button: cleanLink(button) }),
    ...(code !== undefined && { code: oneLine(code) }),
    ...(footnote && { footnote: cleanFootnote(footnote) }),
  }
}

function cleanFootnote({ text, link }: { text: string; link?: Link }) {
  return { text: oneLine(text), ...(link && { link: cleanLink(link) }) }
}

/** A link with another protocol is a mistake of ours that must not reach a reader. */
function cleanLink({ label, url }: Link): Link {
  const { protocol, href } = new URL(url)
  if (!['https:', 'http:', 'mailto:'].includes(protocol)) {
    throw new Error(`A mail may not link to ${protocol}`)
  }
  return { label: oneLine(label), url: href }
}

const breaksLine = new RegExp(`${hiddenCharacters.source}|[\\u2028\\u2029]`, 'gu')

function oneLine(text: string): string {
  return text.replace(/\r\n/g, ' ').replace(breaksLine, ' ').trim()
}

function writePlainText({ heading, paragraphs, facts, button, code, footnote }: MailPage): string {
  const blocks = [
    heading,
    ...paragraphs,
    facts?.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    code && `    ${code}`,
    button && writeLink(button),
    footnote &&
      [footnote.text, footnote.link && writeLink(footnote.link)].filter(Boolean).join('\n'),
    `-- \n${brand.name}, ${brand.parent}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

function writeLink({ label, url }: Link): string {
  return `${label}:\n${url}`
}
