/** Single texts of scenes: added, changed, and deleted. Times are seconds of the clip. */
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import { inverseTextChanges, placeOfText, type TextChange } from '#shared/rules/text-changes.ts';
import type { CommandPlan } from '../plan.ts';
import { editWords } from '../words.ts';

/**
 * A new text of a scene (`of` null), or what has become of one. One that was deleted meanwhile is added again.
 * @param id a fresh UUIDv7, for a text that has none
 */
export function writeText(
  project: Project,
  scene: Scene,
  { of, text, id }: { of: TextOverlay | null; text: TextOverlay; id: string },
): CommandPlan {
  const place = of && placeOfText(scene.textOverlays, of);
  const former = place === null ? null : (scene.textOverlays[place] ?? null);
  const meant = of === null || former === null ? text : mergedText(of, text, former);
  const after = { ...meant, id: former?.id ?? text.id ?? id };
  if (sameValue(former, after)) return planOf(project, scene, editWords.editText({ text: quoted(after) }), []);
  const label = former === null ? editWords.addText({ text: quoted(after) }) : labelOf(former, after);
  return planOf(project, scene, label, [{ before: former, after, place: place ?? scene.textOverlays.length }]);
}

/**
 * The text as it is now, with what was changed since it was taken up: another device may have changed the rest meanwhile.
 * A beginning from one and an end from the other may be no time at all, so times stay together.
 */
function mergedText(of: TextOverlay, text: TextOverlay, now: TextOverlay): TextOverlay {
  const merged = { ...text };
  const keep = (...fields: (keyof TextOverlay)[]): void => {
    if (fields.every((field) => sameValue(of[field], text[field])))
      for (const field of fields) Object.assign(merged, { [field]: now[field] });
  };
  for (const field of ['text', 'fontSize', 'color', 'position', 'style'] as const) keep(field);
  keep('startTime', 'endTime');
  return merged;
}

export function deleteText(project: Project, scene: Scene, text: TextOverlay): CommandPlan {
  const place = placeOfText(scene.textOverlays, text);
  const before = place === null ? null : (scene.textOverlays[place] ?? null);
  const label = editWords.deleteText({ text: quoted(text) });
  return planOf(project, scene, label, place === null || before === null ? [] : [{ before, after: null, place }]);
}

function planOf(project: Project, { id: sceneId }: Scene, label: string, texts: TextChange[]): CommandPlan {
  const plan = { userId: project.userId, projectId: project.id, label };
  if (texts.length === 0) return { ...plan, changes: [], inverse: null };
  return {
    ...plan,
    changes: [{ kind: 'patch-texts', sceneId, texts }],
    inverse: [{ kind: 'patch-texts', sceneId, texts: inverseTextChanges(texts) }],
  };
}

/** What somebody has done to a text, by what is different. */
function labelOf(before: TextOverlay, after: TextOverlay): string {
  const text = quoted(after);
  const isOther = (field: keyof TextOverlay): boolean => !sameValue(before[field], after[field]);
  if (isOther('text')) return editWords.editText({ text });
  const isStyled = isOther('style') || isOther('color');
  if (isStyled) return editWords.styleText({ text });
  if (isOther('fontSize')) return editWords.resizeText({ text });
  if (isOther('position')) return editWords.moveText({ text });
  return editWords.retimeText({ text });
}

const LABEL_LENGTH = 24;

function quoted({ text }: TextOverlay): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const letters = [...line];
  return letters.length > LABEL_LENGTH ? `${letters.slice(0, LABEL_LENGTH).join('').trimEnd()}…` : line;
}
