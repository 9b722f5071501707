/** The page of the other registrar, where a person does what its customers do. */
import { createElement as h, type ReactNode } from 'react'
import type { NameView } from './other-registrar.ts'
import { renderFrame } from '@pier/stand-ins/http/page-frame'

export const notice = 'Sandbox: no real names'

type Page = { names: NameView[]; now: Date; openName: string }

export function renderRegistrarPage({ names, now, openName }: Page): string {
  const here = names.filter(({ isHere }) => isHere)
  const elsewhere = names.filter(({ isHere }) => !isHere)
  const children = [
    h('p', { key: 'now' }, `For the registry it is ${dayOf(now)}.`),
    renderForm({ action: 'advance-days', fields: { days: '5' }, button: 'Let five days pass' }),
    h('h2', { key: 'here' }, 'Names at this registrar'),
    here.length === 0 && h('p', { key: 'none' }, 'There is none.'),
    here.map((view) => renderName(view, view.name === openName)),
    h('h2', { key: 'elsewhere' }, 'Names that are elsewhere'),
    elsewhere.length === 0 && h('p', { key: 'no-others' }, 'There is none.'),
    elsewhere.map((view) => renderElsewhere(view, view.name === openName)),
    h('h2', { key: 'register' }, 'Register a name here'),
    renderRegister(),
  ]
  return renderFrame({ title: 'The other registrar', notice, children })
}

function renderName(view: NameView, isOpen: boolean): ReactNode {
  const { name, isLocked, code, txtRecords, transfer } = view
  const own = { name }
  const isPending = transfer?.status === 'pending'
  return h(
    'details',
    { key: name, id: name, open: isOpen },
    h('summary', null, `${name}: ${summaryOf(view)}`),
    h('p', null, `Registered ${dayOf(view.createdAt)}, runs until ${dayOf(view.expiresAt)}.`),
    h('p', null, 'Code: ', code === null ? 'none' : h('code', null, code)),
    code !== null && h('p', null, 'One click on the code selects all of it, to copy.'),
    h(
      'div',
      { className: 'row' },
      renderForm({
        action: 'set-lock',
        fields: { ...own, isLocked: String(!isLocked) },
        button: isLocked ? 'Unlock' : 'Lock',
      }),
      renderForm({ action: 'new-code', fields: own, button: 'New code' }),
      isPending &&
        renderForm({ action: 'approve-transfer', fields: own, button: 'Approve the transfer' }),
      isPending &&
        renderForm({ action: 'reject-transfer', fields: own, button: 'Reject the transfer' }),
    ),
    txtRecords.map((record) => renderTxt(name, record)),
    renderForm({
      action: 'publish-txt',
      fields: own,
      inputs: [
        { name: 'host', text: 'Name', value: '_pier-challenge' },
        { name: 'value', text: 'Value' },
      ],
      button: 'Publish a TXT record',
    }),
  )
}

function summaryOf({ isLocked, transfer }: NameView): string {
  const lock = isLocked ? 'locked' : 'not locked'
  return transfer?.status === 'pending'
    ? `${lock}, asked for by another registrar until ${dayOf(transfer.actAt)}`
    : lock
}

function renderTxt(name: string, { host, value }: { host: string; value: string }): ReactNode {
  return h(
    'div',
    { key: `${host} ${value}` },
    h('p', null, `TXT ${host}: ${value}`),
    renderForm({ action: 'remove-txt', fields: { name, host, value }, button: 'Remove it' }),
  )
}

function renderElsewhere(view: NameView, isOpen: boolean): ReactNode {
  const { name, sponsor, transfer } = view
  const isPending = transfer?.status === 'pending'
  const words = isPending ? `asked for, comes here by ${dayOf(transfer.actAt)}` : `at ${sponsor}`
  return h(
    'details',
    { key: name, id: name, open: isOpen },
    h('summary', null, `${name}: ${words}`),
    h('p', null, `Runs until ${dayOf(view.expiresAt)}.`),
    renderForm({
      action: 'pull-name',
      fields: { name },
      inputs: [{ name: 'code', text: 'Code' }],
      button: 'Pull it with a code',
    }),
  )
}

const renderRegister = (): ReactNode =>
  renderForm({
    action: 'add-name',
    inputs: [
      { name: 'name', text: 'Name' },
      { name: 'createdDaysAgo', text: 'Registered how many days ago', value: '730' },
      { name: 'premiumDollars', text: 'Price of a year in USD, if it is a premium name' },
    ],
    checks: [
      { name: 'isLocked', text: 'Locked' },
      { name: 'isSigned', text: 'Signed with DNSSEC' },
    ],
    button: 'Register',
  })

type Form = {
  action: string
  fields?: Record<string, string>
  inputs?: { name: string; text: string; value?: string }[]
  checks?: { name: string; text: string }[]
  button: string
}

function renderForm({ action, fields = {}, inputs = [], checks = [], button }: Form): ReactNode {
  const isMain = inputs.length > 0
  return h(
    'form',
    { key: button, method: 'post', action: `/${action}` },
    Object.entries(fields).map(([name, value]) =>
      h('input', { key: name, type: 'hidden', name, value }),
    ),
    inputs.map(({ name, text, value }) =>
      h(
        'label',
        { key: name },
        text,
        h('input', { name, defaultValue: value, autoComplete: 'off' }),
      ),
    ),
    checks.map(({ name, text }) =>
      h(
        'label',
        { key: name, className: 'check' },
        h('input', { type: 'checkbox', name, value: 'true' }),
        text,
      ),
    ),
    h('button', { type: 'submit', className: isMain ? '' : 'quiet' }, button),
  )
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
