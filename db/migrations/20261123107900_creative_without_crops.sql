-- A picture is cut to each shape in the browser, and each shape is a file of its own: no file belongs to another one.
alter table creative.media drop column original_id, drop column crop;
