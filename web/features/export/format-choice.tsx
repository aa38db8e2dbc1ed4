import type { ExportPlaces } from '#editor/export-places.ts';
import type { ExportPlace } from '#editor/export-target.ts';
import type { ExportFormat } from '#shared/entities/export-job.ts';
import { Segments } from '#ui/segments.tsx';
import { choiceWords, placeChoiceWords as placeWords } from './words.ts';

const formats: readonly { id: ExportFormat; name: string }[] = [
  { id: 'mp4', name: choiceWords.formats.mp4 },
  { id: 'webm', name: choiceWords.formats.webm },
];

type FormatChoiceProps = { chosen: ExportFormat; onChoose: (format: ExportFormat) => void };

export function FormatChoice({ chosen, onChoose }: FormatChoiceProps) {
  return (
    <Segments
      label={choiceWords.format}
      options={formats}
      chosen={chosen}
      onChoose={onChoose}
      hint={<p>{choiceWords.formatHints[chosen]}</p>}
    />
  );
}

const placeIds = ['browser', 'server'] as const satisfies readonly ExportPlace[];

type PlaceChoiceProps = { places: ExportPlaces; onChoose: (place: ExportPlace) => void };

/** Where the movie is written, why there, and why not in the other place. */
export function PlaceChoice({ places, onChoose }: PlaceChoiceProps) {
  const { chosen } = places;
  const unavailable = placeIds.filter((id) => places[id].can === false);
  const hint = (
    <>
      <p>{chosen === null ? null : places[chosen].reason}</p>
      {chosen === null && unavailable.length < placeIds.length ? <p>{placeWords.asking}</p> : null}
      {unavailable.map((id) => (
        <p key={id}>{placeWords.about({ place: placeWords[id], reason: places[id].reason ?? '' })}</p>
      ))}
    </>
  );
  return (
    <Segments
      label={placeWords.label}
      options={placeIds.map((id) => ({ id, name: placeWords[id], isUnavailable: places[id].can !== true }))}
      chosen={chosen}
      onChoose={onChoose}
      hint={hint}
    />
  );
}
