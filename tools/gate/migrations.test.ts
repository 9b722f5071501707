import { expect, test } from 'vitest'
import { checkSteps, withNewSteps } from './migrations.ts'

const baseline = { name: '0001_baseline', text: 'create table users (id int);' }
const handles = { name: '0002_handles', text: 'alter table users add column handle text;' }
const manifest = withNewSteps([baseline, handles], {})

test('steps that are as they were pass', () => {
  expect(checkSteps([baseline, handles], manifest)).toEqual([])
})

test('a step that was changed or removed is refused', () => {
  const changed = { ...baseline, text: 'create table users (id bigint);' }

  expect(checkSteps([changed], manifest)).toEqual([
    '0001_baseline was changed: put it back, and write a new step instead',
    '0002_handles was removed: steps stay, what they did is undone by a new one',
  ])
})

test('a new step is to be added, after those that databases have taken', () => {
  const late = { name: '0003_names', text: 'select 1;' }
  const early = { name: '0001_early', text: 'select 1;' }

  expect(checkSteps([baseline, handles, late], manifest)).toEqual([
    '0003_names is not in the manifest: node tools/gate/migrations.ts --add',
  ])
  expect(checkSteps([baseline, handles, early], manifest)).toEqual([
    '0001_early comes before 0002_handles, which databases have taken already: give it a later number',
  ])
})

test('adding never rewrites what is there', () => {
  const changed = { ...baseline, text: 'create table users (id bigint);' }
  const added = withNewSteps([changed, handles], { '0001_baseline': 'as it was' })

  expect(added).toEqual({
    '0001_baseline': 'as it was',
    '0002_handles': manifest['0002_handles'],
  })
  expect(withNewSteps([baseline, { name: '0001_early', text: '' }, handles], manifest)).toEqual(
    manifest,
  )
})
