"""The trash: files go in, come back in turn, and never replace another."""

from game.userdata.trash import Trash


def test_a_file_goes_in_and_comes_back(tmp_path):
    file, trash = tmp_path / "levels" / "a.yaml", Trash(tmp_path / "trash")
    file.parent.mkdir()
    file.write_text("1")
    assert trash.delete(file) == ""
    assert not file.exists()
    assert (tmp_path / "trash" / "a.yaml").read_text() == "1"
    assert trash.restore() == (file, "")
    assert file.read_text() == "1"
    assert trash.restore() == (None, "")


def test_files_of_one_name_come_back_newest_first_and_replace_nothing(tmp_path):
    file, trash = tmp_path / "a.yaml", Trash(tmp_path / "trash")
    for text in ("1", "2"):
        file.write_text(text)
        assert trash.delete(file) == ""
    file.write_text("3")
    assert trash.restore() == (tmp_path / "a_2.yaml", "")
    assert trash.restore() == (tmp_path / "a_3.yaml", "")
    assert [(tmp_path / f"{name}.yaml").read_text() for name in ("a", "a_2", "a_3")] == ["3", "2", "1"]


def test_what_cannot_be_moved_is_said(tmp_path):
    trash = Trash(tmp_path / "trash")
    assert str(tmp_path / "gone.yaml") in trash.delete(tmp_path / "gone.yaml")
    (tmp_path / "file").write_text("")
    file = tmp_path / "a.yaml"
    file.write_text("1")
    assert "can't be created" in Trash(tmp_path / "file" / "trash").delete(file)
    assert file.exists()
    assert trash.delete(file) == ""
    (tmp_path / "trash" / "a.yaml").unlink()
    path, problem = trash.restore()
    assert path is None
    assert "a.yaml" in problem
