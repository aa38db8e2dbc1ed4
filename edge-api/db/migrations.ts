/** Every step of the database's form, in order. A step that was released is never edited: the next one corrects it. */
import core from './migrations/0001_core.sql';
import generation from './migrations/0002_generation.sql';
import signIn from './migrations/0003_sign_in.sql';
import resources from './migrations/0004_resources.sql';
import waitingClips from './migrations/0005_waiting_clips.sql';
import breakdownCast from './migrations/0006_breakdown_cast.sql';
import askingAboutLostClips from './migrations/0007_asking_about_lost_clips.sql';
import quotaOfAKey from './migrations/0008_quota_of_a_key.sql';
import revisions from './migrations/0009_revisions.sql';
import leanerJobs from './migrations/0010_leaner_jobs.sql';
import lastFrames from './migrations/0011_last_frames.sql';
import replacedClips from './migrations/0012_replaced_clips.sql';
import claimedKeys from './migrations/0013_claimed_keys.sql';
import spendingOfProjects from './migrations/0014_spending_of_projects.sql';
import showcaseByTime from './migrations/0015_showcase_by_time.sql';
import history from './migrations/0016_history.sql';
import takes from './migrations/0017_takes.sql';
import exportJobs from './migrations/0018_export_jobs.sql';
import queuedScenes from './migrations/0019_queued_scenes.sql';
import linesOfJobs from './migrations/0020_lines_of_jobs.sql';
import liveJobsOfPeople from './migrations/0021_live_jobs_of_people.sql';
import modelsInTheLedger from './migrations/0022_models_in_the_ledger.sql';
import soundFades from './migrations/0023_sound_fades.sql';
import namedSessions from './migrations/0024_named_sessions.sql';
import writeTest from './migrations/0025_write_test.sql';
import heldFiles from './migrations/0026_held_files.sql';
import leavingPeople from './migrations/0027_leaving_people.sql';
import showcaseReports from './migrations/0029_showcase_reports.sql';
import modelsOfScenes from './migrations/0028_models_of_scenes.sql';
import deletedCharacters from './migrations/0030_deleted_characters.sql';
import indexableProjects from './migrations/0031_indexable_projects.sql';
import ownFiles from './migrations/0032_own_files.sql';
import movieAudio from './migrations/0033_movie_audio.sql';
import splitScenes from './migrations/0034_split_scenes.sql';
import ownClips from './migrations/0035_own_clips.sql';
import deadTurns from './migrations/0036_dead_turns.sql';
import settledByTime from './migrations/0037_settled_by_time.sql';
import versions from './migrations/0038_versions.sql';
import stills from './migrations/0039_stills.sql';
import referencePictures from './migrations/0040_reference_pictures.sql';
import meterTotals from './migrations/0041_meter_totals.sql';

export type Migration = { version: number; name: string; sql: string };

export const migrations: readonly Migration[] = [
  { version: 1, name: 'core', sql: core },
  { version: 2, name: 'generation', sql: generation },
  { version: 3, name: 'sign_in', sql: signIn },
  { version: 4, name: 'resources', sql: resources },
  { version: 5, name: 'waiting_clips', sql: waitingClips },
  { version: 6, name: 'breakdown_cast', sql: breakdownCast },
  { version: 7, name: 'asking_about_lost_clips', sql: askingAboutLostClips },
  { version: 8, name: 'quota_of_a_key', sql: quotaOfAKey },
  { version: 9, name: 'revisions', sql: revisions },
  { version: 10, name: 'leaner_jobs', sql: leanerJobs },
  { version: 11, name: 'last_frames', sql: lastFrames },
  { version: 12, name: 'replaced_clips', sql: replacedClips },
  { version: 13, name: 'claimed_keys', sql: claimedKeys },
  { version: 14, name: 'spending_of_projects', sql: spendingOfProjects },
  { version: 15, name: 'showcase_by_time', sql: showcaseByTime },
  { version: 16, name: 'history', sql: history },
  { version: 17, name: 'takes', sql: takes },
  { version: 18, name: 'export_jobs', sql: exportJobs },
  { version: 19, name: 'queued_scenes', sql: queuedScenes },
  { version: 20, name: 'lines_of_jobs', sql: linesOfJobs },
  { version: 21, name: 'live_jobs_of_people', sql: liveJobsOfPeople },
  { version: 22, name: 'models_in_the_ledger', sql: modelsInTheLedger },
  { version: 23, name: 'sound_fades', sql: soundFades },
  { version: 24, name: 'named_sessions', sql: namedSessions },
  { version: 25, name: 'write_test', sql: writeTest },
  { version: 26, name: 'held_files', sql: heldFiles },
  { version: 27, name: 'leaving_people', sql: leavingPeople },
  { version: 28, name: 'models_of_scenes', sql: modelsOfScenes },
  { version: 29, name: 'showcase_reports', sql: showcaseReports },
  { version: 30, name: 'deleted_characters', sql: deletedCharacters },
  { version: 31, name: 'indexable_projects', sql: indexableProjects },
  { version: 32, name: 'own_files', sql: ownFiles },
  { version: 33, name: 'movie_audio', sql: movieAudio },
  { version: 34, name: 'split_scenes', sql: splitScenes },
  { version: 35, name: 'own_clips', sql: ownClips },
  { version: 36, name: 'dead_turns', sql: deadTurns },
  { version: 37, name: 'settled_by_time', sql: settledByTime },
  { version: 38, name: 'versions', sql: versions },
  { version: 39, name: 'stills', sql: stills },
  { version: 40, name: 'reference_pictures', sql: referencePictures },
  { version: 41, name: 'meter_totals', sql: meterTotals },
];
