import type pg from 'pg'

/**
 * The least that a job can cost which survives its worker: claimed by a lease in one statement, then
 * its effect and its end in one transaction, which counts only if the claim is still ours.
 */
export async function makeRawQueue(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create table raw_jobs (
      id bigint generated always as identity primary key,
      payload jsonb not null,
      run_at timestamptz not null default now(),
      attempts int not null default 0
    );
    create index raw_jobs_due on raw_jobs (run_at)`)
}

export async function addRawJobs(pool: pg.Pool, ids: string[]): Promise<void> {
  const insert = `insert into raw_jobs (payload)
    select jsonb_build_object('exportId', id) from unnest($1::text[]) as id`
  await pool.query(insert, [ids])
}

type Claimed = { id: string; payload: { exportId: string }; attempts: number }

/** Works until nothing is due. Throws if a claim was lost. */
export async function drainRawQueue(pool: pg.Pool, effect: string, loops: number): Promise<void> {
  const loop = async () => {
    for (;;) {
      const { rows } = await pool.query<Claimed>(claim)
      const [job] = rows
      if (!job) return
      const client = await pool.connect()
      try {
        await client.query('begin')
        await client.query(effect, [job.payload.exportId])
        const { rowCount } = await client.query(settle, [job.id, job.attempts])
        if (rowCount !== 1) throw new Error('Another has this job now')
        await client.query('commit')
      } finally {
        client.release()
      }
    }
  }
  await Promise.all(Array.from({ length: loops }, loop))
}

const claim = `with due as materialized (
    select id from raw_jobs where run_at <= now() order by run_at limit 1 for update skip locked)
  update raw_jobs set run_at = now() + interval '15 seconds', attempts = attempts + 1
  from due where raw_jobs.id = due.id returning raw_jobs.id, payload, attempts`
const settle = 'delete from raw_jobs where id = $1 and attempts = $2'
